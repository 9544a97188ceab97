// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of shell
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from './testing/attempt.ts'
import { EVALUATED_REMOVALS } from './testing/evaluated-removals.ts'
import { HIDDEN_READS } from './testing/hidden-reads.ts'
import { HIDDEN_REMOVALS } from './testing/hidden-removals.ts'
import { MORE_THAN_GIT_LOG } from './testing/more-than-git-log.ts'
import { createPermissionScene, type PermissionScene, type Settings } from './testing/permission-scene.ts'
import { UNASKED_EFFECTS } from './testing/unasked-effects.ts'

let scene: PermissionScene
beforeAll(() => {
  scene = createPermissionScene()
})
afterAll(() => scene.remove())

const REMOVALS = [...HIDDEN_REMOVALS, ...EVALUATED_REMOVALS]

const neverAllowed = (attempts: readonly Attempt[], settings: Settings) =>
  it.each(attempts)('%s', (_, command) => {
    expect(scene.bash(command, settings).behavior, scene.bash(command, settings).reason).not.toBe('allow')
  })

describe('a command that a rule forbids never runs, although every other command is allowed', () => {
  neverAllowed(REMOVALS, { allow: ['Bash'], deny: ['Bash(rm:*)'] })
})

describe('a command that a rule forbids never runs, although permissions are bypassed', () => {
  neverAllowed(REMOVALS, { mode: 'bypassPermissions', deny: ['Bash(rm *)'] })
})

describe('a command that a rule asks about never runs unasked, although every other command is allowed', () => {
  neverAllowed(REMOVALS, { allow: ['Bash'], ask: ['Bash(rm:*)'] })
})

describe('beside a rule that forbids a command, others still run', () => {
  it.each([
    'ls; echo $?',
    'echo "exit: $?"',
    'echo $((1 + 2))',
    '[ -f README.md ] && echo yes',
    '[ "$x" = y ] && echo yes',
    '[[ $x == y ]] && echo yes',
    '[[ 3 -gt 2 ]]',
    'export NODE_ENV=test; npm test',
    'GIT_AUTHOR_NAME=me git commit -m x',
    'read line < README.md',
    'printf "%s\\n" "$x"',
    'unset x',
    'tar -czf x.tar.gz src',
    'rsync -av src b:c',
    'git clone https://example.org/a.git',
    'git config user.name me',
    "sed -n '/x/p' README.md",
    "awk '{ print $1 }' README.md",
    'make -j4 test',
    'npm test',
    'npm rm lodash',
    'docker rm x',
    'npm exec -- eslint src',
    'uv run pytest',
    'python3 -c "print(1)"',
    'node -e "console.log(1)"',
    'time npm test',
    'ls > /dev/null 2>&1',
    'echo x >&2',
  ])('as %s does', command =>
    expect(scene.bash(command, { allow: ['Bash'], deny: ['Bash(rm:*)'] }).behavior).toBe('allow'),
  )
})

describe('beside a rule that forbids a program, everyday commands still run', () => {
  it.each([
    "sed 's/a/b/g' README.md",
    "sed -i 's/foo/bar/' src/a.ts",
    "sed -i.bak -e 's,a,b,' -e '/x/d' README.md",
    "sed -n '1,20p;40q' README.md",
    "sed -E 's/(a|b)+/x/' README.md",
    "sed '/^$/d' README.md",
    "sed -n '/begin/,/end/p' README.md",
    "sed 's/\\//|/g' README.md",
    "sed '1i\\\nheader' README.md",
    "sed ':a;N;$!ba;s/\\n/ /g' README.md",
    "sed 's/[^/]*$//' README.md",
    "awk -F'|' '{ print $2 }' README.md",
    "awk 'NR > 5 { print }' README.md",
    "awk '$3 > max { max = $3 } END { print max }' README.md",
    "awk -v x=1 '{ s += $1 } END { print s }' README.md",
    'git commit -m "$msg"',
    'git checkout "$branch"',
    'git add $files',
    'git log --oneline | head -5',
    'git status && git diff',
    'git push origin main',
    'git fetch --all',
    'git rebase main',
    'git -P log',
    '/usr/bin/git status',
    'git stash pop',
    'git show HEAD:README.md',
    'git clone https://example.org/x.git y',
    'cat "$f"',
    '/usr/bin/ls -la',
    '/bin/cat README.md',
    'grep -rn "x" src | head -20',
    "find . -name '*.ts' | xargs grep -n x",
    "find . -type f -name '*.md'",
    'for f in *.md; do wc -l "$f"; done',
    '[[ -f README.md && -d src ]] && echo yes',
    '[[ $x =~ ^a(b|c)$ ]] && echo yes',
    'x=(a b c); echo "${x[@]}"',
    'command -v node',
    'python3 script.py --flag',
    'node scripts/build.js',
    './node_modules/.bin/eslint src',
    'npx eslint .',
    'npx tsc --noEmit',
    'python3 -m pytest -q',
    'tar xzf a.tgz',
    'tar -tf a.tgz',
    'cargo test',
    'cargo build --release',
    'go test ./...',
    'curl -s "$url" | jq .',
    'if [ -d src ]; then ls src; fi',
    'while read -r line; do echo "$line"; done < README.md',
    'echo "$(date)"',
    'mkdir -p a/b && touch a/b/c',
    'cp -r src dist',
    'mv a b',
    'chmod +x x.sh',
    'npm run build 2>&1 | tail -20',
    'npm ci',
    'npm install lodash',
    'npm run build > build.log && npm test',
    'yarn build',
    'pnpm install',
    'make',
    'make -j8 all V=1',
    'docker ps',
    'docker build -t x .',
    'kubectl get pods',
    'terraform plan',
    'pytest -x tests',
    'pip install -r requirements.txt',
    'ruff check .',
    'mypy src',
    'tsc -p tsconfig.json',
    'vitest run',
    'prettier --check .',
    'jq .name package.json',
    'python3 -c "import json,sys; print(json.load(sys.stdin))"',
    'node -p \'require("./package.json").version\'',
    "perl -pi -e 's/foo/bar/g' README.md",
    'node --version',
    'python3 --version',
    'sleep 1',
    'kill 1234',
    'ps aux | grep node',
    'date +%s',
    'env | sort',
    'export A=1 && echo $A',
    'diff a b',
    'wc -l < README.md',
    'sort README.md | uniq -c',
    'ls | sort -rn | head',
    "echo 'rm -rf x'",
    'echo hi \\\n  there',
    'npm test \\\n  -- --watch',
    "cat <<'EOF'\nhello\nEOF",
    'cat > notes.md <<EOF\nhello\nEOF',
    'set -euo pipefail; ls',
    'time npm test',
    'timeout 60 npm test',
    'nohup npm start &',
    'true',
    'cd src && ls',
    'gh pr list',
    'zip -r x.zip src',
    'unzip x.zip',
    'rg -n foo src',
    'gcc -o x x.c',
    'git archive HEAD | tar x -C out',
    'sqlite3 x.db "select 1"',
    'psql -c "select 1"',
    'bash -c "ls && echo x"',
    'xargs -n1 echo < list',
    'test -f x && echo y',
    'readlink -f x',
    'x=1; y=$((1+2)); echo $x',
    'echo ${x:-default}',
    'cmake --build build',
    'cmake -S . -B build',
    'which node',
  ])('as %s does', command =>
    expect(scene.bash(command, { allow: ['Bash'], deny: ['Bash(frobnicate:*)'] }).behavior).toBe('allow'),
  )
})

describe('a rule for git log allows nothing that does more', () => {
  neverAllowed(MORE_THAN_GIT_LOG, { allow: ['Bash(git log:*)'] })
  it.each([
    'git log',
    'git log --oneline',
    'git  log -5',
    'git log | cat',
    'git log 2>/dev/null',
    'timeout 5 git log',
    "git log --format='%h %s'",
    'LANG=C git log',
    'git log # why',
    'git log HEAD@{1}',
  ])('but it allows %s', command =>
    expect(scene.bash(command, { allow: ['Bash(git log:*)'] }).behavior).toBe('allow'),
  )
})

describe('a file that rules protect is never read by a command, although every command is allowed', () => {
  const deny = ['Read(.env)', 'Read(secrets/**)', 'Read(~/.ssh/**)']
  neverAllowed(HIDDEN_READS, { allow: ['Bash'], deny })
  it('while other files are', () => {
    for (const command of [
      'cat README.md',
      'cat src/*.ts',
      'grep -n x src/a.ts',
      'ls',
      'npm test',
      'cd src && cat a.ts',
      'git log --oneline -5',
      'git log --stat',
      'git status --short',
      'git diff --stat HEAD~1',
      'git diff --name-only',
      'git add src/a.ts',
      'git commit -m x',
      'git stash list',
      'git branch -a',
      'git push',
    ])
      expect(scene.bash(command, { allow: ['Bash'], deny }).behavior, command).toBe('allow')
  })
})

describe('without a rule nothing happens unasked but reading inside the folders', () => {
  neverAllowed(UNASKED_EFFECTS, {})
  neverAllowed(UNASKED_EFFECTS, { mode: 'plan' })
})

describe('accepting edits accepts no command that does more', () => {
  neverAllowed(
    [
      ['a write outside', 'touch ../outside/x'],
      ['a write outside by redirection', 'echo x > ../outside/x'],
      ['a write through a link', 'echo x > file-link'],
      ['a write through a linked folder', 'touch link-out/x'],
      ['a write through a link to nothing yet', 'echo x > dangling'],
      ['a write behind a linked folder', 'touch link-out/../x'],
      ['a hook of git', 'cp src/a.ts .git/hooks/pre-commit'],
      ['a hook of git by a link', 'cp src/a.ts repo-link/hooks/pre-commit'],
      ['a hook of git in capitals', 'cp src/a.ts .GIT/hooks/pre-commit'],
      ['the settings', 'echo {} > .claude/settings.json'],
      ['the settings by cd', 'cd .claude && touch settings.json'],
      ['the settings by moving a folder', 'mv src .claude'],
      ['a profile into a folder', 'cp src/.bashrc .'],
      ['copying whole folders', 'cp -r src/. .'],
      ['copying from outside', 'cp /etc/passwd x'],
      ['copying a link to outside', 'cp file-link x'],
      ['moving the project', 'mv . ../x'],
      ['another target folder', 'mv -t /tmp src/a.ts'],
      ['a link', 'ln -s /etc x'],
      ['removing', 'rm -rf src'],
      ['modes of files', 'chmod +x src/a.ts'],
      ['a pattern that leads out', 'touch link-*/x'],
      ['a variable', 'touch $x'],
      ['another user', 'sudo touch x'],
    ],
    { mode: 'acceptEdits' },
  )
})

describe('a path never leads a tool around the rules', () => {
  const attempts: [string, string][] = [
    ['outside', '~out/x'],
    ['dots', '~cwd/../outside/x'],
    ['dots in the middle', '~cwd/src/../../outside/x'],
    ['relative dots', '../outside/x'],
    ['a linked file', '~cwd/file-link'],
    ['a linked folder', '~cwd/link-out/new'],
    ['a link to nothing yet', '~cwd/dangling'],
    ['behind a linked folder', '~cwd/link-out/../x'],
    ['a loop of links', '~cwd/loop-a'],
    ['a NUL byte', '~cwd/src/a.ts\0.txt'],
    ['a folder with the same beginning', '~cwd-evil/x'],
    ['the project itself', '~cwd'],
    ['git', '~cwd/.git/config'],
    ['git in capitals', '~cwd/.Git/config'],
    ['git with a dot at the end', '~cwd/.git./config'],
    ['git with an invisible letter', '~cwd/.g\u200cit/config'],
    ['git by its short name', '~cwd/GIT~1/config'],
    ['git by a link', '~cwd/repo-link/config'],
    ['git in a folder', '~cwd/src/.git/hooks/post-checkout'],
    ['the settings', '~cwd/.claude/settings.json'],
    ['the local settings', '~cwd/.claude/settings.local.json'],
    ['the settings with slashes', '~cwd//.claude///settings.json'],
    ['MCP servers', '~cwd/.mcp.json'],
    ['a shell’s profile', '~home/.bashrc'],
    ['keys', '~home/.ssh/authorized_keys'],
    ['the system', '/etc/passwd'],
    ['an empty path', ''],
  ]
  it.each(attempts)('%s is not written unasked', (_, path) => {
    const use = { toolName: 'Write', access: { kind: 'write', paths: [path] } } as const
    expect(scene.decide(use, { mode: 'acceptEdits', allow: ['Edit(src/**)'] }).behavior).not.toBe('allow')
  })
  it('is decided for all paths of a call together', () => {
    const access = { kind: 'write', paths: ['~cwd/src/a.ts', '~out/x'] } as const
    expect(scene.decide({ toolName: 'Edit', access }, { mode: 'acceptEdits' }).behavior).toBe('ask')
  })
})

describe('a file outside that a rule protects is never read by a command', () => {
  neverAllowed(
    [
      ['plain', 'cat /etc/passwd'],
      ['behind a variable that is empty', 'cat $!/etc/passwd'],
      ['behind another variable', 'cat $x/etc/passwd'],
      ['behind the previous folder', 'cat ~-/etc/passwd'],
    ],
    { mode: 'bypassPermissions', deny: ['Read(//etc/**)'] },
  )
})

describe('a program that bears the name of something that every object has is one that nobody knows', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf']
  const settings = { deny: ['Bash(rm:*)', 'Read(.env)', 'Edit(src/**)'] }
  neverAllowed(
    names.flatMap((name): Attempt[] => [
      [name, `${name} x`],
      [`${name} with options`, `${name} -x --output=src/a.ts`],
      [`git ${name}`, `git ${name}`],
      [`npm ${name}`, `npm ${name} rm x`],
    ]),
    settings,
  )
  it.each(names)('%s is suggested as a command of its own', name => {
    const decision = scene.bash(`${name} x`)
    expect(decision).toMatchObject({ behavior: 'ask', suggestions: [`Bash(${name}:*)`] })
  })
})
