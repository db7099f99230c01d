package pattern

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestDay(t *testing.T) {
	for _, tt := range []struct{ pattern, file, want string }{
		{"journals/YYYY_MM_DD", "journals/2024_03_05.md", "2024-03-05"},
		{"journals/YYYY_MM_DD.md", "journals/2024_03_05.md", "2024-03-05"},
		{"YYYY/MM/DD", "2024/03/05.md", "2024-03-05"},
		{"YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2024/03-March/2024-03-05-Tuesday.md", "2024-03-05"},
		{"Daily/MMM D, YYYY", "Daily/Mar 5, 2024.md", "2024-03-05"},
		{"[YYYY] notes/YYYYMMDD", "YYYY notes/20240305.md", "2024-03-05"},
		{"daily.journal.YYYY.MM.DD", "daily.journal.2024.03.05.md", "2024-03-05"},
		{"journals/YYYY_MM_DD", "journals/2024_13_05.md", ""},
		{"journals/YYYY_MM_DD", "journals/2024_02_30.md", ""},
		{"journals/YYYY_MM_DD", "journals/2024_03_05 2.md", ""},
		{"journals/YYYY_MM_DD", "journals/a/2024_03_05.md", ""},
		{"journals/YYYY_MM_DD", "other/2024_03_05.md", ""},
		{"journals/YYYY_MM_DD", "journals/2024_03_05.txt", ""},
		{"YYYY/YYYY-MM-DD", "2023/2024-03-05.md", "2024-03-05"},
	} {
		p, err := Parse(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		got := ""
		if d, ok := p.Day(tt.file); ok {
			got = d.Format("2006-01-02")
		}
		must.Hold(t, got == tt.want, "%s of %s: %q, not %q", tt.pattern, tt.file, got, tt.want)
	}
	for _, bad := range []string{"", "journals", "journals/YYYY", "journals/YYYY-MM", "../YYYY-MM-DD", "/YYYY-MM-DD", "a//YYYY-MM-DD", `a\YYYY-MM-DD`, "Daily/notes"} {
		p, err := Parse(bad)
		must.Hold(t, err != nil, "%q is a pattern: %v", bad, p)
	}
	p, _ := Parse("journals/YYYY/MM_DD")
	must.Hold(t, p.Folder(0, "journals") && !p.Folder(0, "x") && p.Folder(1, "2024") && !p.Folder(1, "x") && !p.Folder(2, "03_05"), "folders")
}
