package redact

import "strings"

// A prefixed is a kind of token that says what it is by how it begins. Unlike gitleaks, we
// ask for no exact length and no entropy: a cut or an invented token is redacted too.
type prefixed struct {
	rule   string
	prefix string
	body   string // bytes besides letters and digits; "hex" for lower case hex digits only
	least  int    // bytes after the prefix
	exact  bool   // no more than least
	loose  bool   // the prefix is no proof: what follows must not read like words
}

var prefixes = []prefixed{
	{rule: "anthropic-key", prefix: "sk-ant-", body: "_-", least: 6},
	{rule: "openai-key", prefix: "sk-proj-", body: "_-", least: 6},
	{rule: "openai-key", prefix: "sk-svcacct-", body: "_-", least: 6},
	{rule: "openai-key", prefix: "sk-admin-", body: "_-", least: 6},
	{rule: "openrouter-key", prefix: "sk-or-", body: "_-", least: 8},
	{rule: "api-key", prefix: "sk-test-", body: "_-", least: 4},
	{rule: "api-key", prefix: "sk-live-", body: "_-", least: 4},
	{rule: "api-key", prefix: "sk-", body: "_-", least: 16, loose: true},
	{rule: "stripe-key", prefix: "sk_live_", least: 6},
	{rule: "stripe-key", prefix: "sk_test_", least: 6},
	{rule: "stripe-key", prefix: "rk_live_", least: 6},
	{rule: "stripe-key", prefix: "rk_test_", least: 6},
	{rule: "stripe-key", prefix: "whsec_", body: "+/=", least: 16},
	{rule: "github-token", prefix: "ghp_", least: 8},
	{rule: "github-token", prefix: "gho_", least: 8},
	{rule: "github-token", prefix: "ghu_", least: 8},
	{rule: "github-token", prefix: "ghs_", least: 8},
	{rule: "github-token", prefix: "ghr_", least: 8},
	{rule: "github-token", prefix: "github_pat_", body: "_", least: 8},
	{rule: "gitlab-token", prefix: "glpat-", body: "_-.", least: 8},
	{rule: "gitlab-token", prefix: "glptt-", body: "_-", least: 8},
	{rule: "gitlab-token", prefix: "gldt-", body: "_-", least: 8},
	{rule: "gitlab-token", prefix: "glrt-", body: "_-.", least: 8},
	{rule: "gitlab-token", prefix: "glcbt-", body: "_-", least: 8},
	{rule: "slack-token", prefix: "xoxa-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxb-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxc-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxd-", body: "-%+/", least: 6},
	{rule: "slack-token", prefix: "xoxe-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxe.", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxo-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxp-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxr-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xoxs-", body: "-", least: 6},
	{rule: "slack-token", prefix: "xapp-", body: "-", least: 6},
	{rule: "slack-webhook", prefix: "hooks.slack.com/services/", body: "/_-", least: 8},
	{rule: "slack-webhook", prefix: "hooks.slack.com/workflows/", body: "/_-", least: 8},
	{rule: "slack-webhook", prefix: "hooks.slack.com/triggers/", body: "/_-", least: 8},
	{rule: "discord-webhook", prefix: "discord.com/api/webhooks/", body: "/_-", least: 24},
	{rule: "discord-webhook", prefix: "discordapp.com/api/webhooks/", body: "/_-", least: 24},
	{rule: "lob-key", prefix: "live_", body: "hex", least: 35, exact: true},
	{rule: "lob-key", prefix: "test_", body: "hex", least: 35, exact: true},
	{rule: "google-api-key", prefix: "AIza", body: "_-", least: 24},
	{rule: "google-oauth-token", prefix: "ya29.", body: "_-.", least: 10},
	{rule: "google-oauth-token", prefix: "1//0", body: "_-", least: 30},
	{rule: "google-oauth-secret", prefix: "GOCSPX-", body: "_-", least: 8},
	{rule: "npm-token", prefix: "npm_", least: 16},
	{rule: "pypi-token", prefix: "pypi-", body: "_-", least: 16, loose: true},
	{rule: "rubygems-token", prefix: "rubygems_", least: 16},
	{rule: "huggingface-token", prefix: "hf_", least: 16},
	{rule: "huggingface-token", prefix: "api_org_", least: 16},
	{rule: "groq-key", prefix: "gsk_", least: 20},
	{rule: "replicate-token", prefix: "r8_", least: 20},
	{rule: "perplexity-key", prefix: "pplx-", least: 16},
	{rule: "xai-key", prefix: "xai-", least: 24},
	{rule: "nvidia-key", prefix: "nvapi-", body: "_-", least: 20},
	{rule: "tavily-key", prefix: "tvly-", body: "-", least: 12},
	{rule: "sendgrid-key", prefix: "SG.", body: "_-.", least: 16},
	{rule: "twilio-key", prefix: "SK", body: "hex", least: 32, exact: true},
	{rule: "mailgun-key", prefix: "key-", body: "hex", least: 32, exact: true},
	{rule: "brevo-key", prefix: "xkeysib-", body: "-", least: 20},
	{rule: "vault-token", prefix: "hvs.", body: "_-", least: 16},
	{rule: "vault-token", prefix: "hvb.", body: "_-", least: 16},
	{rule: "vault-token", prefix: "hvr.", body: "_-", least: 16},
	{rule: "vault-token", prefix: "s.", least: 24, exact: true, loose: true},
	{rule: "digitalocean-token", prefix: "dop_v1_", least: 16},
	{rule: "digitalocean-token", prefix: "doo_v1_", least: 16},
	{rule: "digitalocean-token", prefix: "dor_v1_", least: 16},
	{rule: "shopify-token", prefix: "shpat_", least: 16},
	{rule: "shopify-token", prefix: "shpca_", least: 16},
	{rule: "shopify-token", prefix: "shppa_", least: 16},
	{rule: "shopify-token", prefix: "shpss_", least: 16},
	{rule: "linear-key", prefix: "lin_api_", least: 16},
	{rule: "notion-token", prefix: "ntn_", least: 20},
	{rule: "notion-token", prefix: "secret_", least: 43, exact: true},
	{rule: "figma-token", prefix: "figd_", body: "_-", least: 16},
	{rule: "docker-token", prefix: "dckr_pat_", body: "_-", least: 10},
	{rule: "square-token", prefix: "sq0atp-", body: "_-", least: 16},
	{rule: "square-token", prefix: "sq0csp-", body: "_-", least: 16},
	{rule: "age-key", prefix: "AGE-SECRET-KEY-1", least: 20},
	{rule: "tailscale-key", prefix: "tskey-", body: "-", least: 12, loose: true},
	{rule: "supabase-token", prefix: "sbp_", least: 20},
	{rule: "supabase-key", prefix: "sb_secret_", body: "_-", least: 16},
	{rule: "databricks-token", prefix: "dapi", body: "hex", least: 32, exact: true},
	{rule: "postman-key", prefix: "PMAK-", body: "-", least: 20},
	{rule: "grafana-token", prefix: "glsa_", body: "_", least: 20},
	{rule: "grafana-token", prefix: "glc_", body: "+/=", least: 20},
	{rule: "sentry-token", prefix: "sntrys_", body: "_+/=", least: 20},
	{rule: "sentry-token", prefix: "sntryu_", least: 20},
	{rule: "planetscale-token", prefix: "pscale_tkn_", body: "_-.=", least: 16},
	{rule: "planetscale-token", prefix: "pscale_pw_", body: "_-.=", least: 16},
	{rule: "planetscale-token", prefix: "pscale_oauth_", body: "_-.=", least: 16},
	{rule: "atlassian-token", prefix: "ATATT3", body: "_-=", least: 20},
	{rule: "atlassian-token", prefix: "ATCTT3", body: "_-=", least: 20},
	{rule: "buildkite-token", prefix: "bkua_", least: 20},
	{rule: "circleci-token", prefix: "CCIPAT_", body: "_", least: 20},
	{rule: "netlify-token", prefix: "nfp_", least: 20},
	{rule: "render-key", prefix: "rnd_", least: 20},
	{rule: "fly-token", prefix: "fo1_", body: "_-", least: 20},
	{rule: "fly-token", prefix: "fm2_", body: "+/=", least: 40},
	{rule: "aws-session-token", prefix: "AQoDYXdz", body: "+/=.<>", least: 3},
	{rule: "aws-session-token", prefix: "FwoGZXIvYXdz", body: "+/=.<>", least: 3},
	{rule: "aws-session-token", prefix: "FQoGZXIvYXdz", body: "+/=.<>", least: 3},
	{rule: "aws-session-token", prefix: "IQoJb3JpZ2lu", body: "+/=.<>", least: 3},
	{rule: "private-key", prefix: "LS0tLS1CRUdJTiBQUklWQVRF", body: "+/=", least: 20}, // base64 of PEM
	{rule: "private-key", prefix: "LS0tLS1CRUdJTiBSU0EgUFJJ", body: "+/=", least: 20},
	{rule: "private-key", prefix: "LS0tLS1CRUdJTiBFQyBQUklW", body: "+/=", least: 20},
	{rule: "private-key", prefix: "LS0tLS1CRUdJTiBPUEVOU1NI", body: "+/=", least: 20},
	{rule: "aws-bedrock-key", prefix: "ABSK", body: "+/=", least: 80},
	{rule: "aws-secret-key", prefix: "wJalrXUtnFEMI", body: "+/=", least: 20}, // the documentation's
}

func prefixDetectors() []anchored {
	all := make([]anchored, len(prefixes))
	for i, p := range prefixes {
		extra := byteSet(p.body)
		detect := func(s string, start, end int, out []span) []span {
			if s[start:end] != p.prefix || !wordStart(s, start) || covered(out, start) {
				return out
			}
			read := func(stop, limit int) int {
				for stop < limit && p.takes(s[stop], &extra) {
					stop++
				}
				return end + len(strings.TrimRight(s[end:stop], ".-<>"))
			}
			stop := read(end, min(len(s), end+maxToken))
			if !p.accepts(s[end:stop], s[stop:]) {
				return out
			}
			if stop == end+maxToken {
				stop = read(stop, len(s))
			}
			rank := byShape
			if p.loose {
				rank = byGuess
			}
			return append(out, span{start: start, end: stop, rule: p.rule, rank: rank})
		}
		all[i] = anchored{anchors: []string{strings.ToLower(p.prefix)}, detect: detect}
	}
	return all
}

func (p *prefixed) takes(c byte, extra *[256]bool) bool {
	if p.body == "hex" {
		return is(c, classHex)
	}
	return isAlnum(c) || extra[c]
}

// accepts reports whether a body makes a token. rest is what follows it.
func (p *prefixed) accepts(body, rest string) bool {
	n := len(body)
	if markedFake(body) && (!p.loose || p.prefix == "sk-") {
		return true
	}
	if n < p.least || p.exact && n != p.least || masked(body) {
		return false
	}
	if p.exact && rest != "" && isWord(rest[0]) {
		return false
	}
	if n < 20 && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…") || strings.HasPrefix(rest, "<")) {
		return false
	}
	if containsFold(body, "your-") || containsFold(body, "your_") || !hasDigit(body) && containsFold(body, "your") {
		return false
	}
	if p.loose {
		// OpenSSH names its hardware keys sk-ssh-… and sk-ecdsa-….
		return hasDigit(body) && !isSlug(body) && !strings.HasPrefix(body, "ssh-") && !strings.HasPrefix(body, "ecdsa-")
	}
	if hasDigit(body) || hasUpper(body) {
		return true
	}
	return n >= 28 && !isSlug(body)
}

// findTelegram finds bot tokens: the bot's number, a colon, and 35 characters from AA on.
func findTelegram(s string, start, end int, out []span) []span {
	from := start
	for from > 0 && start-from < 12 && isDigit(s[from-1]) {
		from--
	}
	stop := run(s, start+1, classAlnum|classURL)
	if digits := start - from; digits < 8 || digits > 10 || !wordStart(s, from) || stop-start != 36 || s[start+1:end] != "AA" {
		return out
	}
	return append(out, span{start: from, end: stop, rule: "telegram-token", rank: byShape})
}
