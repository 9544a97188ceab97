import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isReadOnlyCommand } from './is-read-only-command.ts'

const cwd = mkdtempSync(join(tmpdir(), 'antiphon-read-only-'))
writeFileSync(join(cwd, 'a.md'), '')
// Names that a pattern turns into options.
writeFileSync(join(cwd, '-o'), '')
writeFileSync(join(cwd, '--pre=x'), '')
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

describe('isReadOnlyCommand', () => {
  it.each([
    'ls',
    'ls -la src | head -5',
    `grep -rn 'a; rm -rf /' src`,
    `find . -name '*.ts'`,
    'cat *.md 2>/dev/null || echo none',
    'git log --oneline -5',
    'git diff && git status 2>&1',
    'ls #comment',
    '! ls',
    'l\\s -l',
    'timeout 5 git status',
    'LANG=C sort a.md',
    'sed -n 1,3p < a.md',
    'date +%s',
    '[ -f a.md ] && echo yes',
    'ls; echo $?',
    'echo "exit: $?"',
    'test 1 -lt 2',
  ])('is true for %j', command => {
    expect(isReadOnlyCommand(command, cwd)).toBe(true)
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
    'sort *',
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
    `l''s -x; r''m y`,
    'sort -o x y',
    'env rm x',
    'command rm x',
    'node --version',
    'node script.js',
    'cat a >& b',
    'cat a &> b',
    'time -o x ls',
    'node -v script.js',
    'ls || (rm x)',
    'ls && { rm x; }',
    'cd ..',
    'ls |& rm x',
    'ls "unbalanced',
    "ls 'unbalanced",
    'ls ;; rm',
    'ls $IFS',
    'ls\r\nrm x',
    'uniq a b',
    'uniq +a b',
    "test -v 'a[$(rm x)]'",
    "[ -R 'a[`rm x`]' ]",
    'echo $((x))',
    'cat $!a',
    'cat a$?',
    'date -s now',
    'tree -o x',
  ])('is false for %j', command => {
    expect(isReadOnlyCommand(command, cwd)).toBe(false)
  })
})
