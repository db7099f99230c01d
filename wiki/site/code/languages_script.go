package code

var hashes = []string{"#"}

const shellWords = "case coproc do done elif else esac fi for function if in select then time until while"
const shellNames = "alias bg break cat cd chmod command continue cp curl declare dirname echo eval exec exit export false fg find getopts git grep hash head jobs kill let local ls mkdir mktemp mv popd printf pushd pwd read readonly return rm sed set shift sleep sort source tail tar tee test touch trap true type typeset ulimit umask unalias uniq unset wait xargs"

// scripts are languages of other forms: of indentation, of end, of parentheses.
func scripts() []*language {
	py := []quote{triple(), {open: "'''", close: "'''", long: true}, double(), single()}
	return []*language{
		{names: "python py python3 py3 pyi", line: hashes, quotes: py, before: "rbfuRBFU", at: true,
			keywords:  "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
			constants: "True False None NotImplemented Ellipsis", types: "bool bytes complex dict float frozenset int list object set str tuple type",
			builtins: "abs all any callable chr cls delattr dir divmod enumerate eval exec filter format getattr globals hasattr hash help hex id input isinstance issubclass iter len locals map max min next open ord pow print property range repr reversed round self setattr slice sorted staticmethod sum super vars zip __name__ __init__"},
		{names: "ruby rb", line: hashes, block: [][2]string{{"=begin", "=end"}}, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", long: true}, ticks()}, letter: "?!", sigils: "@$", upper: true, regexp: true,
			keywords:  "alias and begin break case class def defined? do else elsif end ensure extend for if in include loop module next not or private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield",
			constants: "true false nil __FILE__", builtins: "attr_accessor attr_reader attr_writer p print puts lambda proc"},
		{names: "perl pl pm", line: hashes, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", long: true}}, sigils: "$@", here: true,
			keywords: "and cmp continue do else elsif eq for foreach ge given gt if last le local lt my ne next no not or our package redo require return sub unless until use when while xor", builtins: "chomp defined die each exists join keys length map open pop print printf push ref scalar shift sort split sprintf undef unshift values warn"},
		{names: "lua luau", line: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, quotes: []quote{{open: "[[", close: "]]", raw: true, long: true}, double(), single()},
			keywords: "and break do else elseif end for function goto if in local not or repeat return then until while", constants: "true false nil", builtins: "assert error ipairs next pairs pcall print require select self setmetatable string table tonumber tostring type unpack"},
		{names: "bash sh shell zsh ksh shellscript", line: hashes, spaced: true, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", raw: true, long: true}}, sigils: "$", letter: "-", here: true, plain: true, keywords: shellWords, builtins: shellNames},
		{names: "fish", line: hashes, spaced: true, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", long: true}}, sigils: "$", letter: "-", plain: true,
			keywords: "and begin break case continue else end for function if in not or return switch while", builtins: shellNames},
		{names: "powershell ps1 pwsh", line: hashes, block: [][2]string{{"<#", "#>"}}, quotes: []quote{{open: `@"`, close: `"@`, raw: true, long: true}, {open: `"`, close: `"`, raw: true, long: true}, {open: "'", close: "'", raw: true, long: true, doubled: true}}, sigils: "$", letter: "-", fold: true,
			keywords: "begin break catch class continue do dynamicparam else elseif end enum exit filter finally for foreach from function if in param process return switch throw trap try until using while"},
		{names: "bat batch cmd dos", line: []string{"::", "rem ", "REM "}, quotes: []quote{double()}, sigils: "%", fold: true, plain: true,
			keywords: "call cd choice cls copy del do echo else endlocal errorlevel exist exit for goto if in mkdir move not pause popd pushd rem ren rmdir set setlocal shift start title type"},
		{names: "sql psql postgres postgresql mysql sqlite plsql tsql", line: []string{"--"}, block: stars, quotes: []quote{{open: "'", close: "'", raw: true, long: true, doubled: true}, {open: `"`, close: `"`, raw: true, doubled: true}, {open: "`", close: "`", raw: true}}, fold: true,
			keywords:  "add all alter analyze and any as asc begin between by cascade case check collate column commit conflict constraint create cross cube current database default deferrable delete desc distinct do drop each else end escape except exists explain extension fetch filter first following for foreign from full function grant group having if ilike immediate in index inner insert instead intersect into is join key last lateral left like limit natural no not nothing nulls of offset on only or order outer over partition pragma preceding primary procedure range recursive references rename replace restrict returning returns revoke right rollback rollup row rows savepoint schema select sequence set similar some table temp temporary then ties to transaction trigger truncate unbounded union unique update using vacuum values view when where window with without",
			types:     "array bigint bigserial blob boolean bytea char date datetime decimal double float int integer interval json jsonb numeric precision real serial smallint text time timestamp timestamptz uuid varchar",
			constants: "true false null"},
		{names: "r rscript", line: hashes, quotes: []quote{double(), single(), {open: "`", close: "`"}}, letter: ".",
			keywords: "break else for function if in next repeat return while library require", constants: "TRUE FALSE NULL NA NaN Inf T F"},
		{names: "julia jl", line: hashes, block: [][2]string{{"#=", "=#"}}, quotes: []quote{triple(), double(), char()}, letter: "!", at: true, upper: true,
			keywords: "abstract baremodule begin break catch const continue do else elseif end export finally for function global if import in let local macro module mutable quote return struct try type using where while", constants: "true false nothing missing"},
		{names: "elixir ex exs", line: hashes, quotes: []quote{triple(), double(), single()}, letter: "?!", at: true, upper: true,
			keywords: "after alias and case catch cond def defexception defguard defimpl defmacro defmodule defp defprotocol defstruct do else end fn for if import in not or quote raise receive require rescue reraise try unless unquote use when with", constants: "true false nil"},
		{names: "erlang erl", line: []string{"%"}, quotes: []quote{double(), single()}, upper: true,
			keywords: "after and andalso begin case catch end fun if not of or orelse receive try when xor module export", constants: "true false undefined"},
		{names: "haskell hs", line: []string{"--"}, block: [][2]string{{"{-", "-}"}}, quotes: []quote{double(), char()}, letter: "'", upper: true, plain: true,
			keywords: "as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr instance let mdo module newtype of pattern proc qualified rec then type where", constants: "True False Nothing Just"},
		{names: "ocaml ml mli fsharp fs f#", block: [][2]string{{"(*", "*)"}}, line: slashes, quotes: []quote{triple(), double(), char()}, letter: "'", upper: true, plain: true,
			keywords: "and as assert begin class constraint do done downto else end exception external for fun function functor if in include inherit initializer lazy let match member method module mutable namespace new object of open or private rec sig struct then to try type val virtual when while with yield", types: "bool char float int list option string unit", constants: "true false None Some"},
		{names: "clojure clj cljs edn lisp scheme racket elisp emacs-lisp common-lisp", line: []string{";"}, block: [][2]string{{"#|", "|#"}}, quotes: []quote{{open: `"`, close: `"`, long: true}}, letter: "-?!*+<>=", plain: true,
			keywords: "and case cond cond-> def defmacro defmethod defn defn- defonce defprotocol defrecord defun defvar define do doseq fn for if if-let if-not lambda let let* letrec loop ns or quote recur require set! setq throw try unless when when-let when-not", constants: "true false nil t"},
		{names: "nix", line: hashes, block: stars, quotes: []quote{double(), {open: "''", close: "''", raw: true, long: true}}, letter: "-'", plain: true,
			keywords: "assert else if in inherit let or rec then with", constants: "true false null", builtins: "builtins import map throw"},
		{names: "vim viml vimscript", line: []string{`" `}, quotes: []quote{single()}, plain: true,
			keywords: "augroup autocmd call catch command echo else elseif endfor endfunction endif endtry endwhile execute for function highlight if let map nmap nnoremap noremap return set silent syntax try unlet vmap while"},
		{names: "makefile make mk", scan: scanMake, line: hashes, sigils: "$", paren: true, plain: true, letter: "-",
			keywords: "define else endef endif export ifdef ifeq ifndef ifneq include override private undefine unexport vpath"},
		{names: "cmake", line: hashes, quotes: []quote{{open: `"`, close: `"`, long: true}}, sigils: "$", fold: true, constants: "on off true false",
			keywords: "else elseif endforeach endfunction endif endmacro endwhile foreach function if macro return while"},
		{names: "dockerfile docker containerfile", line: hashes, spaced: true, quotes: []quote{double(), single()}, sigils: "$", here: true, plain: true, letter: "-",
			keywords: "ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR", builtins: shellNames},
		{names: "nginx", line: hashes, quotes: []quote{double(), single()}, sigils: "$", plain: true,
			keywords: "events http if location map server upstream", builtins: "access_log add_header alias error_log error_page expires fastcgi_pass gzip include index listen proxy_pass proxy_set_header return rewrite root server_name ssl_certificate ssl_certificate_key try_files user worker_processes"},
		{names: "assembly asm nasm gas", line: []string{";", "#", "//"}, block: stars, quotes: []quote{double(), single()}, letter: ".%", plain: true, fold: true,
			keywords: "add and call cmp db dd dec div dq dw global inc int ja jb je jg jge jl jle jmp jne jnz jz lea loop mov movzx mul neg nop not or pop push ret section shl shr sub syscall test xor"},
	}
}
