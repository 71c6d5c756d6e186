package quickjs_test

import (
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestErasedStatements: what is erased between two statements, or two members of a
// class, keeps them apart as it did (P35).
func TestErasedStatements(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		"const f = (x: any) => 0\nconst r = f\ntype Q = string\n;({ a: 1 })\nreturn typeof r":          `"function"`,
		"const f = (x: any) => 0\nconst r = f\ntype Q = string\n;(async () => {})()\nreturn typeof r":  `"function"`,
		"const f = (x: any) => 0\nconst r = f\ntype Q = string; `x`\nreturn typeof r":                  `"function"`,
		"const f = (x: any) => 0\nconst r = f as Function\ntype Q = string\n;(1)\nreturn typeof r":     `"function"`,
		"const f = (x: any) => 0\nconst r = f as Function\n(1 as any)\nreturn typeof r":                `"function"`,
		"let n = 100\nconst r = n\ntype M = number\n;-1\nreturn r":                                     "100",
		"let i = 1\nconst r = i\ntype Q = string; ++i\nreturn [r, i]":                                  "[1,2]",
		"let a = 1\nlet b = 2\ntype T = string\n;[a, b] = [b, a]\nreturn [a, b]":                       "[2,1]",
		"const r = 1\ntype É = '😀'\n;[1].map((x) => x)\nreturn [r, '日']":                               `[1,"日"]`,
		"const r = '€'\n// c\ntype Q = string // d\n;[1].map((x) => x)\nreturn r":                      `"€"`,
		"const r = 1\n/* c */ type Q = string /* d */\n;/re/.test('')\nreturn r":                       "1",
		"const r = 1\r\ntype Q = string\r\n;[1].map((x) => x)\r\nreturn r":                             "1",
		"const r = 1\ninterface I { a: string }\n;[1].map((x) => x)\nreturn r":                         "1",
		"const r = 1\ndeclare const y: number; [1].map((n) => n)\nreturn r":                            "1",
		"const r = [5][0]!\ntype Q = string\n;[1].map((x) => x)\nreturn r":                             "5",
		"const r = 1\nfunction f(a: string): void; function f(a: any) { return a }\nreturn r":          "1",
		"class A { x = 1\n declare y: string\n *g() { yield 5 } }\nreturn [new A().x, ...new A().g()]": "[1,5]",
		"abstract class A { x = 1\n abstract y: string\n *g() { yield 5 } }\nclass B extends A { y = '' }\n" +
			"return [new B().x, ...new B().g()]": "[1,5]",
		"class A { x = 1\n m(a: string): void\n ['m'](a: any) { return a } }\nreturn new A().m(3 as any)": "3",
		"class A { a = 1\n declare b: string\n ['c'] = 2 }\nreturn { ...new A() }":                        `{"a":1,"c":2}`,
		"class A { [k: string]: any\n a = 1\n private ['b'] = 2 }\nreturn { ...new A() }":                 `{"a":1,"b":2}`,
		"class A { a = 1\n 'b'(): void\n ['b']() {} }\nreturn { ...new A() }":                             `{"a":1}`,
		"class A { a = 1\n declare y: any\n in = 5 }\nreturn { ...new A() }":                              `{"a":1,"in":5}`,
		"let a = 1, b = 2\nconst r = a!\n/* c */ type F = () => void\n ;[a, b] = [b, a]\nreturn r":        "1",
		"const f = () => 0\nconst r = f // (\n/* a\n */ declare class D {} (5 as any)\nreturn typeof r":   `"function"`,

		// What is erased inside of a statement leaves it whole.
		"const n = 2\nconst r = n as number\n+ 1\nreturn r":                                                                        "3",
		"const r: {\n a: number\n type: string\n} = { a: 1, type: '' }\nreturn r":                                                  `{"a":1,"type":""}`,
		"const r = 0 as {\n type: number\n} as any || 3\nreturn r":                                                                 "3",
		"function f(\n this: any,\n [a]: number[]) { return a }\nreturn f.call(0, [4])":                                            "4",
		"class B<T> { x = 1 }\nclass A extends B<string>\n implements Iterable<any>\n{ [Symbol.iterator]: any }\nreturn new A().x": "1",
		"const f = <T>(x: any) => x\nconst r = f<\n abstract new () => any\n>(4)\nreturn r":                                        "4",
		"const f = <T,>(\n a: T\n): T => a\nreturn f<number>\n(6)":                                                                 "6",
	} {
		if r := run(t, rt, coderuntime.Request{Program: program}); r.Value != want {
			t.Errorf("%s\ngives %s %v, want %s", program, r.Value, r.Failure, want)
		}
	}
}
