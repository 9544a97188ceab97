import { describe, expect, it } from 'vitest'
import { interpretExitCode } from './interpret-exit-code.ts'
import { isReadOnlyCommand } from './is-read-only-command.ts'
import { parseSimpleCommands } from './parse-simple-commands.ts'

describe('isReadOnlyCommand', () => {
  it.each([
    'ls',
    'ls -la src | head -5',
    `grep -rn 'a; rm -rf /' src`,
    `find . -name '*.ts'`,
    'cat *.md 2>/dev/null || echo none',
    'git log --oneline -5',
    'git diff && git status 2>&1',
    'node --version',
  ])('is true for %j', command => {
    expect(isReadOnlyCommand(command)).toBe(true)
  })

  it.each([
    '',
    'rm x',
    'ls; rm x',
    'ls & rm x',
    'ls\nrm x',
    'cat a > b',
    'cat a >/dev/nullx',
    'cat a 2>/dev/sda',
    'echo $(rm x)',
    'echo `rm x`',
    'echo "$(rm x)"',
    'echo "`rm x`"',
    'cat <(rm x)',
    'ls | xargs rm',
    'find . -delete',
    'find . -exec rm {} +',
    'find . "-exec" rm',
    `find . '-ok' rm`,
    'find *',
    'rg *',
    'git *',
    'rg --pre=rm x',
    'rg x --pre rm',
    'git diff --output=x',
    'git -c core.fsmonitor=evil status',
    'git diff --ext-diff',
    'git push',
    'git branch -D main',
    'FOO=1 ls',
    'PATH=. ls',
    './ls',
    'l\\s',
    `l''s -x; r''m y`,
    'sort -o x y',
    'env rm x',
    'command rm x',
    'node script.js',
    'node -v script.js',
    'ls || (rm x)',
    'ls && { rm x; }',
    'cd ..',
    'ls |& rm x',
    'ls "unbalanced',
    "ls 'unbalanced",
    'ls ;; rm',
    '! ls',
    'ls #comment',
    'ls $IFS',
    'ls\r\nrm x',
    'uniq a b',
    'date -s now',
    'tree -o x',
  ])('is false for %j', command => {
    expect(isReadOnlyCommand(command)).toBe(false)
  })
})

describe('parseSimpleCommands', () => {
  it('takes words, quotes and operators apart', () => {
    expect(parseSimpleCommands(`a 'b c'"d" | e; f && g || h 2>&1`)).toEqual([
      { operator: null, words: ['a', 'b cd'], hasGlob: false },
      { operator: '|', words: ['e'], hasGlob: false },
      { operator: ';', words: ['f'], hasGlob: false },
      { operator: '&&', words: ['g'], hasGlob: false },
      { operator: '||', words: ['h'], hasGlob: false },
    ])
  })

  it('sees which words the shell expands', () => {
    expect(parseSimpleCommands(`a '*' | b *`)?.map(({ hasGlob }) => hasGlob)).toEqual([false, true])
  })
})

describe('interpretExitCode', () => {
  it.each([
    ['grep a b', 1, 'No matches found'],
    ['cat x | grep a', 1, 'No matches found'],
    ['cd sub; diff a b', 1, 'Files differ'],
    ['[ -f x ]', 1, 'Condition is false'],
    ['grep a b', 2, null],
    ['npm test && grep a b', 1, null],
    ['grep a b && echo x', 1, null],
    ['npm test && cat x | grep a', 1, null],
    ['bash -c "false | grep x"', 1, null],
    ['npm test', 1, null],
  ])('of %j and %d is %j', (command, code, meaning) => {
    expect(interpretExitCode(command, code)).toBe(meaning)
  })
})
