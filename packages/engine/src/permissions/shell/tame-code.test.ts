import { expect, it } from 'vitest'
import { isTameCode } from './tame-code.ts'

it.each([
  ['python3', 'print(1)'],
  ['python3', 'import json, sys; print(json.load(sys.stdin)["a"])'],
  ['python3', "print('rm -rf src'.upper())"],
  ['node', 'console.log(1)'],
  ['node', 'require("./package.json").version'],
  ['node', "console.log('child_process'.length)"],
  ['perl', 's/foo/bar/g'],
  ['perl', 's,a/b,$1,;'],
  ['perl', 'print if /x/'],
])('%s code that runs nothing: %s', (name, code) => {
  expect(isTameCode(name, code)).toBe(true)
})

it.each([
  ['python3', 'import os; os.system("x")'],
  ['python3', 'exec("x")'],
  ['python3', "''' ' ''';os.system(x);''' ' '''"],
  ['python3', 'f"{x}"'],
  ['python3', 'print("\\x6f")'],
  ['python3', 'import x'],
  ['python3', 'import json, x'],
  ['python3', 'from x import a'],
  ['python3', 'a.__class__'],
  ['node', 'require("child_process")'],
  ['node', 'require("child_" + "process")'],
  ['node', 'import("x")'],
  ['node', 'a["b"]'],
  ['node', '`x`'],
  ['node', 'a.constructor("x")'],
  ['node', '\\u0065val("x")'],
  ['perl', 'system("x")'],
  ['perl', 's/a/b/e'],
  ['perl', 's/a/`x`/e'],
  ['perl', 's/(?{x})/b/'],
  ['perl', 's/a/@{[x]}/'],
  ['perl', 'open F, q(x)'],
  ['ruby', 'puts 1'],
])('%s code that may: %s', (name, code) => {
  expect(isTameCode(name, code)).toBe(false)
})
