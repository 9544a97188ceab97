// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of shell
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decidePermission } from './decide-permission.ts'
import type { PermissionDecision } from './permission.ts'
import { PATH_ATTEMPTS, PATH_RULES, type PathAttempt } from './testing/path-attempts.ts'
import { createEffectScene, type EffectScene, removeEffectTemplate } from './testing/run-for-effect.ts'

let scene: EffectScene
beforeAll(() => {
  scene = createEffectScene()
})
afterAll(() => {
  scene.remove()
  removeEffectTemplate()
})

function decide(command: string, effect: PathAttempt['effect']): PermissionDecision {
  const { cwd, home } = scene
  const rules = { allow: ['Bash', 'Read', 'Edit'], deny: PATH_RULES[effect], ask: [] }
  const state = { mode: 'bypassPermissions', rules, cwd, home, additionalDirectories: [] } as const
  const access = { kind: 'command', command: scene.fill(command), cwd } as const
  return decidePermission({ toolName: 'Bash', access, isReadOnly: false, input: {} }, state)
}

describe('a file that a rule protects is neither read nor written by a command', () => {
  it.each(PATH_ATTEMPTS)('$effect, $name', ({ command, effect }) => {
    const { behavior, reason } = decide(command, effect)
    expect(behavior, reason).not.toBe('allow')
  })
})

describe('a rule for reading leaves other lines alone', () => {
  it.each([
    ...[
      'cat README.md',
      'head -5 src/a.ts',
      'sed -n 1,5p README.md',
      "awk '{ print $1 }' README.md",
      "sed 's/a/b/g;s/[cd]e/f/' README.md",
    ],
    ...['cat README.md | grep x | wc -l', 'grep -n x src/*.ts', 'ls -la src', 'find src -name "*.ts"'],
    ...[
      'npm test',
      'npm run build && npm test',
      'npm test 2>&1 | tail -20',
      'npm test 2>&1 | tee out',
      'make -j4 test',
      'cargo test',
    ],
    ...[
      'python3 -m pytest',
      'python3 src/x.py',
      'node src/x.js "$y"',
      'bash src/x.sh',
      './src/x',
      'tsc -p .',
    ],
    ...[
      'eslint .',
      'npx eslint src',
      'go test ./...',
      'git add -A && git commit -m x && git push',
      'git status',
    ],
    ...[
      'git checkout main',
      'git pull && npm ci',
      'mkdir -p a && cp README.md a/',
      'rm -rf dist',
      'mv list src/',
    ],
    ...['echo $HOME', 'echo "$x" && pwd', 'export X=1; npm test', 'set -euo pipefail; npm test', 'sleep $x'],
    ...[
      'curl -s https://example.org/x',
      'diff README.md src/a.ts',
      'cd src && cat a.ts',
      'jq . list',
      'unexpand list',
    ],
    ...[
      'touch x && ls',
      'echo x > out && cat out',
      "printf '%s' x | tee out",
      'test -f README.md && echo yes',
    ],
    ...[
      'cat <<E\nx\nE',
      'cat <<< x',
      'cat < README.md',
      'sort README.md | uniq -c',
      'date +%s',
      'which node',
    ],
  ])('%s', command => {
    const { behavior, reason } = decide(command, 'reads')
    expect(behavior, reason).toBe('allow')
  })
})

describe('a rule for writing leaves other lines alone', () => {
  it.each([
    ...[
      'cat secrets/key.txt',
      'cat .env',
      'grep -r x .',
      'git log -p',
      'git diff',
      'git status',
      'git add -A',
    ],
    ...[
      'git commit -m x',
      'git push',
      'git fetch',
      'git branch x',
      'cp README.md src/b.ts',
      'cp -r src dist',
    ],
    ...[
      'mkdir -p a/b && touch a/b/c',
      'mv list src/list',
      'mv src lib',
      'rm -rf dist',
      'rm -f list',
      'ls -la secrets',
    ],
    ...[
      'sed -i s/x/y/ README.md',
      "sed -i 's|x|y|' src/*.ts",
      'echo x > out.txt',
      'echo x >> README.md',
      'ls > out 2>&1',
    ],
    ...[
      'npm test',
      'npm run build',
      'make',
      'cargo build',
      'python3 -m pytest',
      'python3 src/x.py',
      'bash src/x.sh',
    ],
    ...[
      './src/x',
      'npx eslint --fix src',
      'go build ./...',
      'tee out < README.md',
      'curl -s https://example.org -o out.json',
    ],
    ...[
      'curl -s https://example.org',
      'tar czf x.tgz src',
      'tar tf packed.tar',
      'unzip -l packed.zip',
      'find . -name "*.ts"',
    ],
    ...[
      'find src -name "*.bak" -delete',
      'sort README.md -o sorted',
      'jq . list',
      'ps aux',
      "awk '{ print $1 }' README.md",
    ],
    ...[
      'chmod +x src/a.ts',
      'ln -s README.md src/readme',
      'gzip -k list',
      'wc -l src/*',
      'echo "$x"',
      'dd if=list of=out',
    ],
    ...[
      'diff -r src secrets',
      'bash -c "ls src"',
      'timeout 5 touch x',
      'install -m 644 list src/list',
      'truncate -s 0 list',
    ],
  ])('%s', command => {
    const { behavior, reason } = decide(command, 'writes')
    expect(behavior, reason).toBe('allow')
  })
})
