import { expect, it } from 'vitest'
import { findGitSubcommand } from './git-options.ts'

it.each<[string, number | null]>([
  ['push', 0],
  ['--no-pager push', 1],
  ['-c a.b=c push', 2],
  ['--shallow-file x push', 2],
  ['--git-dir=x push', 1],
  ['--git-dir x -C y push', 4],
  ['--exec-path push', 1],
  ['--exec-path=x push', 1],
  ['--config-env a=b push', 2],
  ['--frobnicate push', null],
  ['--frobnicate=x push', null],
  ['-cx=y push', null],
])('%s', (words, expected) => {
  expect(findGitSubcommand(words.split(' '))).toBe(expected)
})
