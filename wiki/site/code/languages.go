package code

import (
	"strings"
	"sync"
)

// languages are all that are known, by each of their names.
var languages = sync.OnceValue(func() map[string]*language {
	all := map[string]*language{}
	for _, l := range append(append(braces(), scripts()...), others()...) {
		if l.scan == nil {
			l.scan = scanWords
		}
		for name := range strings.FieldsSeq(l.names) {
			all[name] = l
		}
	}
	return all
})

// find returns the language of a name, nil where there is none.
func find(name string) *language {
	if len(name) == 0 || len(name) > 30 {
		return nil
	}
	name, _, _ = strings.Cut(strings.ToLower(name), " ")
	return languages()[strings.TrimPrefix(strings.TrimPrefix(name, "{."), ".")]
}

var (
	slashes = []string{"//"}
	stars   = [][2]string{{"/*", "*/"}}
)

func double() quote { return quote{open: `"`, close: `"`} }
func single() quote { return quote{open: "'", close: "'"} }
func char() quote   { return quote{open: "'", close: "'", char: true} }
func ticks() quote  { return quote{open: "`", close: "`", long: true} }
func triple() quote { return quote{open: `"""`, close: `"""`, long: true} }

const cWords = "auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while"
const cTypes = "bool char double float int int8_t int16_t int32_t int64_t long short signed size_t ssize_t uint8_t uint16_t uint32_t uint64_t unsigned void wchar_t"
const jsWords = "as async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield"
const jsNames = "Array Boolean Date Error JSON Map Math Number Object Promise Proxy RegExp Set String Symbol WeakMap console document globalThis process window"

// braces are the languages whose blocks stand in braces.
func braces() []*language {
	js := []quote{double(), single(), ticks()}
	return []*language{
		{names: "go golang", line: slashes, block: stars, quotes: []quote{double(), char(), {open: "`", close: "`", raw: true, long: true}},
			keywords:  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
			types:     "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
			constants: "true false nil iota", builtins: "append cap clear close complex copy delete imag len make max min new panic print println real recover"},
		{names: "c h", line: slashes, block: stars, quotes: []quote{double(), char()}, before: "LuU", hash: true, keywords: cWords, types: cTypes, constants: "NULL true false"},
		{names: "cpp c++ cc cxx hpp arduino ino", line: slashes, block: stars, quotes: []quote{{open: `R"(`, close: `)"`, raw: true, long: true}, double(), char()}, before: "LuU8", hash: true,
			keywords: cWords + " alignas alignof and asm catch class concept const_cast consteval constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit export final friend import module mutable namespace new noexcept not operator or override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual",
			types:    cTypes + " char8_t char16_t char32_t string vector", constants: "NULL nullptr true false"},
		{names: "cs csharp c#", line: slashes, block: stars, quotes: []quote{triple(), {open: `@"`, close: `"`, raw: true, long: true, doubled: true}, double(), char()}, before: "$", letter: "@", hash: true, upper: true,
			keywords:  "abstract as async await base break case catch checked class const continue default delegate do else enum event explicit extern finally fixed for foreach get goto if implicit in init interface internal is lock namespace new operator out override params partial private protected public readonly record ref required return sealed set sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using value var virtual volatile when where while with yield",
			types:     "bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void",
			constants: "true false null"},
		{names: "java", line: slashes, block: stars, quotes: []quote{triple(), double(), char()}, at: true, upper: true,
			keywords: "abstract assert break case catch class continue default do else enum extends final finally for if implements import instanceof interface native new non-sealed package permits private protected public record return sealed static strictfp super switch synchronized this throw throws transient try var volatile while yield",
			types:    "boolean byte char double float int long short void", constants: "true false null"},
		{names: "kotlin kt kts", line: slashes, block: stars, quotes: []quote{triple(), double(), char()}, at: true, upper: true,
			keywords:  "abstract actual annotation as break by catch class companion const constructor continue crossinline data do else enum expect external final finally for fun get if import in infix init inline inner interface internal is lateinit noinline object open operator out override package private protected public reified return sealed set super suspend tailrec this throw try typealias val value var vararg when where while",
			constants: "true false null"},
		{names: "scala sbt", line: slashes, block: stars, quotes: []quote{triple(), double(), char()}, before: "sfr", at: true, upper: true,
			keywords:  "abstract case catch class def do else enum export extends extension final finally for forSome given if implicit import inline lazy match new object opaque open override package private protected return sealed super then this throw trait transparent try type using val var while with yield",
			constants: "true false null None Nil"},
		{names: "swift", line: slashes, block: stars, quotes: []quote{triple(), double()}, at: true, upper: true,
			keywords:  "actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet do else enum extension fallthrough fileprivate final for func get guard if import in indirect infix init inout internal is lazy let mutating nonisolated open operator optional override postfix precedencegroup prefix private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws try typealias unowned var weak where while willSet",
			constants: "true false nil"},
		{names: "rust rs", line: slashes, block: stars, quotes: []quote{{open: `r#"`, close: `"#`, raw: true, long: true}, {open: `r"`, close: `"`, raw: true, long: true}, {open: `"`, close: `"`, long: true}, char()}, before: "bc", upper: true,
			keywords: "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type union unsafe use where while yield",
			types:    "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize", constants: "true false None Some Ok Err"},
		{names: "javascript js mjs cjs node", line: append([]string{"#!"}, slashes...), block: stars, quotes: js, letter: "$", regexp: true, at: true, keywords: jsWords, constants: "true false null undefined NaN Infinity", builtins: jsNames},
		{names: "typescript ts mts cts", line: slashes, block: stars, quotes: js, letter: "$", regexp: true, at: true, upper: true,
			keywords: jsWords + " abstract asserts declare enum implements infer interface is keyof module namespace override private protected public readonly satisfies type unique",
			types:    "any bigint boolean never number object string symbol unknown", constants: "true false null undefined NaN Infinity", builtins: jsNames},
		{names: "jsx tsx", line: slashes, block: stars, quotes: js, letter: "$", upper: true,
			keywords: jsWords + " enum implements interface keyof private protected public readonly type",
			types:    "any boolean never number object string unknown", constants: "true false null undefined", builtins: jsNames},
		{names: "dart", line: slashes, block: stars, quotes: []quote{triple(), {open: "'''", close: "'''", long: true}, double(), single()}, before: "r", at: true, upper: true,
			keywords: "abstract as assert async await base break case catch class const continue covariant default deferred do else enum export extends extension external factory final finally for get hide if implements import in interface is late library mixin new on operator part required rethrow return sealed set show static super switch sync this throw try typedef var when while with yield",
			types:    "bool double dynamic int num void", constants: "true false null"},
		{names: "php", line: []string{"//", "#"}, block: stars, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", long: true}}, sigils: "$", fold: true,
			keywords:  "abstract and array as break case catch class clone const continue declare default do echo else elseif empty enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield",
			types:     "bool float int iterable mixed never object string void",
			constants: "true false null self parent"},
		{names: "zig", line: slashes, quotes: []quote{double(), char()}, letter: "@",
			keywords: "addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while",
			types:    "anyerror bool f16 f32 f64 i8 i16 i32 i64 isize noreturn type u8 u16 u32 u64 usize void", constants: "true false null undefined"},
		{names: "proto protobuf", line: slashes, block: stars, quotes: []quote{double(), single()}, upper: true, plain: true,
			keywords: "enum extend extensions import message oneof option optional package public repeated required reserved returns rpc service stream syntax to",
			types:    "bool bytes double fixed32 fixed64 float int32 int64 map sfixed32 sfixed64 sint32 sint64 string uint32 uint64", constants: "true false"},
		{names: "graphql gql", line: []string{"#"}, quotes: []quote{triple(), double()}, sigils: "$", at: true, upper: true,
			keywords: "directive enum extend fragment implements input interface mutation on query scalar schema subscription type union", types: "Boolean Float ID Int String", constants: "true false null"},
		{names: "hcl terraform tf", line: []string{"#", "//"}, block: stars, quotes: []quote{double()}, letter: "-", here: true,
			keywords: "data dynamic else endfor endif for for_each if in locals module output provider resource terraform variable", types: "any bool list map number object set string", constants: "true false null"},
	}
}
