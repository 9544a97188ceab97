import { expect, it } from 'vitest'
import { findOutwardWords } from './program-options.ts'

it.each([
  ['npm', 'test -- -C x --prefix y'],
  ['npm', 'test --workspace=a -w b'],
  ['npm', 'run build --silent'],
  ['make', 'test -j4 V=1 DEBUG=yes -k'],
  ['pytest', '-xvs -k name tests'],
  ['eslint', '-f json --fix src'],
  ['tsc', '-p tsconfig.json --noEmit'],
  ['node', 'x.js -r y -e z'],
  ['docker', 'run -it -e A=b -p 80:80 alpine'],
  ['curl', '-sSL -H a:b -XPOST -d @x https://example.org'],
  ['toString', 'x'],
])('%s %s stays what it is', (name, words) => {
  expect(findOutwardWords(name, words.split(' '))).toEqual([])
})

it.each<[string, string, string[]]>([
  ['npm', 'test -C x', ['-C']],
  ['npm', 'test --pref=x', ['--pref=x']],
  ['make', 'test -Cx CC=./y', ['-Cx', 'CC=./y']],
  ['make', '-kf x', ['-kf']],
  ['make', 'X:=$(shell)', ['X:=$(shell)']],
  ['tsc', '-p ../x', ['-p']],
  ['node', '-r x y.js', ['-r']],
])('%s %s leads out by %j', (name, words, expected) => {
  expect(findOutwardWords(name, words.split(' '))).toEqual(expected)
})
