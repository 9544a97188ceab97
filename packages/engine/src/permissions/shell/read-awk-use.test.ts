import { expect, it } from 'vitest'
import { readAwkUse } from './read-awk-use.ts'

it.each([
  [['{ print $1 }', 'f']],
  [['-F|', '{ print }']],
  [['-F', '|', '-v', 'x=a|b', '$1 > 5 { print }']],
  [['$3 > max { max = $3 } END { print max }']],
  [['a || b { print }']],
])('understands %j', words => {
  expect(readAwkUse(words)).toEqual({ writes: [] })
})

it('finds the files that a program writes', () => {
  expect(readAwkUse(['{ print > "out" }'])).toEqual({ writes: ['out'] })
  expect(readAwkUse(['{ print "a" >> "out"; next }'])).toEqual({ writes: ['out'] })
})

it.each([
  [['BEGIN { system("x") }']],
  [['{ print | "x" }']],
  [['{ "x" | getline }']],
  [['{ print |& "x" }']],
  [['-f', 'x']],
  [['-i', 'x', '1']],
  [['{ print > f }']],
  [['@load "x"']],
  [['sys\\\ntem("x")']],
  [['\0']],
  [['-v', 'x=\0', '1']],
])('does not understand %j', words => {
  expect(readAwkUse(words)).toBeNull()
})
