import { describe, expect, it } from 'vitest'
import { parseProblems } from './parse-problems.ts'

describe('parseProblems', () => {
  it.each([
    [
      'tsc',
      "src/a.ts(12,5): error TS2322: Type 'x' is bad.",
      ['ERROR', 'src/a.ts', 12, "TS2322: Type 'x' is bad."],
    ],
    ['tsc --pretty', 'src/a.ts:12:5 - error TS1005: no', ['ERROR', 'src/a.ts', 12, 'TS1005: no']],
    ['gcc', 'main.c:3:10: fatal error: no.h: No such file', ['ERROR', 'main.c', 3, 'no.h: No such file']],
    ['clang', 'a/b.cpp:7:1: warning: unused', ['WARNING', 'a/b.cpp', 7, 'unused']],
    [
      'mypy',
      'x.py:3: error: Incompatible types  [assignment]',
      ['ERROR', 'x.py', 3, 'Incompatible types  [assignment]'],
    ],
    ['go', './x.go:4:2: undefined: foo', ['ERROR', './x.go', 4, 'undefined: foo']],
    ['pytest', 'tests/test_a.py:9: AssertionError', ['ERROR', 'tests/test_a.py', 9, 'AssertionError']],
    [
      'pytest, in short',
      'FAILED tests/test_a.py::test_x - assert 1 == 2',
      ['ERROR', 'tests/test_a.py', 1, '::test_x assert 1 == 2'],
    ],
    [
      'rustc',
      'error[E0308]: mismatched types\n --> src/main.rs:4:5\n  |',
      ['ERROR', 'src/main.rs', 4, 'mismatched types'],
    ],
    [
      'eslint',
      '\n/p/a.js\n  12:5  warning  Unused x  no-unused\n\n1 problem',
      ['WARNING', '/p/a.js', 12, 'Unused x  no-unused'],
    ],
  ] as const)('reads what %s prints', (_, output, [severity, file, line, message]) => {
    expect(parseProblems(`Checking…\n${output}\nDone.`)).toEqual([{ severity, file, line, message }])
  })

  it('finds nothing in what is no report, and tells each problem once', () => {
    expect(parseProblems('all fine\nerror: it broke\n12:30 error in time\nhttp://a.b:80 error: x')).toEqual(
      [],
    )
    expect(parseProblems('a.c:1:1: error: x\n'.repeat(9))).toHaveLength(1)
  })

  it('reads no further than a shell’s output goes', () => {
    expect(parseProblems(`${'x'.repeat(200_000)}\na.c:1:1: error: x`)).toEqual([])
  })

  it('is quick on a long hostile output', () => {
    const hostile = `${'a:'.repeat(600)}\n${' '.repeat(900)}1:1\n${'x('.repeat(500)}\n`.repeat(5000)
    expect(parseProblems(hostile)).toEqual([])
  })
})
