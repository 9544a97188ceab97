import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPermissionScene, type PermissionScene, type Settings } from './testing/permission-scene.ts'

let scene: PermissionScene
beforeAll(() => {
  scene = createPermissionScene()
})
afterAll(() => scene.remove())

const RANK = { deny: 0, ask: 1, allow: 2 } as const

const allowed = fc.constantFrom<string>(
  'git log',
  'git log --oneline',
  'ls src',
  'cat README.md',
  'echo hi',
  'npm test',
  'true',
)
const forbidden = fc.constantFrom<string>(
  'rm -rf src',
  'rm src/a.ts',
  '/bin/rm x',
  "r''m x",
  '\\rm x',
  'nice rm x',
  'X=1 rm x',
)
const join = fc.constantFrom(
  ...['&&', '||', ';', '|', '|&', '&', '\n', ' && \\\n', ' ;\n\n', '; # x\n'].map(
    operator => (left: string, right: string) => `${left} ${operator} ${right}`,
  ),
)
const wrap = fc.constantFrom<(inner: string) => string>(
  inner => inner,
  inner => `(${inner})`,
  inner => `{ ${inner}; }`,
  inner => `echo $(${inner})`,
  inner => `echo "$(${inner})"`,
  inner => `cat <(${inner})`,
  inner => `if ${inner}; then true; fi`,
  inner => `for x in 1; do ${inner}; done`,
  inner => `! ${inner}`,
  inner => `cat <<EOF\n$(${inner})\nEOF`,
  inner => `X=$(${inner}) true`,
  inner => `bash -c '${inner.replaceAll("'", "'\\''")}'`,
  inner => `eval '${inner.replaceAll("'", "'\\''")}'`,
)
const compound = fc
  .tuple(
    fc.array(fc.tuple(allowed, join), { maxLength: 3 }),
    fc.array(fc.tuple(join, allowed), { maxLength: 3 }),
    fc.array(wrap, { maxLength: 2 }),
  )
  .chain(([before, after, wraps]) =>
    forbidden.map(bad => {
      const left = before.reduce<string>((text, [good, joined]) => joined(good, text), bad)
      const whole = after.reduce<string>((text, [joined, good]) => joined(text, good), left)
      return wraps.reduce<string>((text, wrapped) => wrapped(text), whole)
    }),
  )

const rule = fc.constantFrom(
  'Bash',
  'Bash(git log:*)',
  'Bash(rm:*)',
  'Bash(npm:*)',
  'Bash(* src)',
  'Bash(cat *)',
  'Read',
  'Read(.env)',
  'Read(src/**)',
  'Edit',
  'Edit(src/**)',
  'WebFetch',
  '*',
  'Bash(',
  'Bash(echo hi)',
  'Bash(ls:*)',
)
const mode = fc.constantFrom<NonNullable<Settings['mode']>>(
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
  'auto',
)
const settings = fc.record({
  mode,
  allow: fc.array(rule, { maxLength: 3 }),
  ask: fc.array(rule, { maxLength: 2 }),
  deny: fc.array(rule, { maxLength: 2 }),
})
const text = fc
  .array(
    fc.oneof(
      allowed,
      forbidden,
      fc.constantFrom(
        '$x',
        '.env',
        'src/*',
        '>',
        '> out',
        '<',
        '"',
        "'",
        '`',
        '$(',
        ')',
        '(',
        '\n',
        ';',
        '|',
        '&',
        ' ',
        'cd ..',
        '../',
        '~/',
        'sudo ',
        'xargs ',
        'eval ',
        'sh -c ',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 10 },
  )
  .map(pieces => pieces.join(' '))

describe('for every line of shell', () => {
  it('that joins allowed commands with a forbidden one, the answer is never yes', () => {
    fc.assert(
      fc.property(compound, command => {
        expect(scene.bash(command, { allow: ['Bash'], deny: ['Bash(rm:*)'] }).behavior).not.toBe('allow')
        expect(scene.bash(command, { mode: 'bypassPermissions', deny: ['Bash(rm:*)'] }).behavior).not.toBe(
          'allow',
        )
      }),
      { numRuns: 300 },
    )
  })

  it('that joins allowed commands with one that no rule allows, the answer is never yes', () => {
    fc.assert(
      fc.property(compound, command => {
        expect(scene.bash(command, { allow: ['Bash(git log:*)', 'Bash(npm test:*)'] }).behavior).not.toBe(
          'allow',
        )
      }),
      { numRuns: 300 },
    )
  })

  it('one more forbidding or asking rule never permits more', () => {
    fc.assert(
      fc.property(fc.oneof(text, compound), settings, rule, (command, before, added) => {
        const now = RANK[scene.bash(command, before).behavior]
        expect(
          RANK[scene.bash(command, { ...before, deny: [...before.deny, added] }).behavior],
        ).toBeLessThanOrEqual(now)
        expect(
          RANK[scene.bash(command, { ...before, ask: [...before.ask, added] }).behavior],
        ).toBeLessThanOrEqual(now)
      }),
      { numRuns: 300 },
    )
  })

  it('one more allowing rule never permits less', () => {
    fc.assert(
      fc.property(fc.oneof(text, compound), settings, rule, (command, before, added) => {
        const now = RANK[scene.bash(command, before).behavior]
        expect(
          RANK[scene.bash(command, { ...before, allow: [...before.allow, added] }).behavior],
        ).toBeGreaterThanOrEqual(now)
      }),
      { numRuns: 200 },
    )
  })

  it('the suggestions allow what was asked about, unless something else speaks against it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              allowed,
              fc.constantFrom(
                'npm run build',
                'git push',
                'make all',
                'cat /etc/hosts',
                'python3 x',
                'sudo ls',
                'cp a b',
              ),
            ),
            fc.constantFrom(' && ', ' | ', '; '),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        parts => {
          const command = parts
            .map(([part, operator]) => part + operator)
            .join('')
            .replace(/(?: && | \| |; )$/, '')
          const decision = scene.bash(command)
          if (decision.behavior !== 'ask') return
          const after = scene.bash(command, { allow: decision.suggestions })
          // What needs a rule for the whole line gets none for its parts.
          if (!command.includes('sudo')) expect(after.behavior, command).toBe('allow')
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('for every path', () => {
  const segment = fc.constantFrom(
    '..',
    '.',
    '',
    'src',
    'a.ts',
    'link-out',
    'file-link',
    'secrets',
    'key.txt',
    '.env',
    'home',
    '.ssh',
    'outside',
    '.git',
    'loop-a',
    'new',
    'dangling',
    'repo-link',
  )
  const path = fc
    .tuple(fc.constantFrom('', '/', '~cwd/', '~home/'), fc.array(segment, { maxLength: 6 }))
    .map(([start, parts]) => start + parts.join('/'))

  it('one more forbidding rule never permits more, for tools and commands alike', () => {
    fc.assert(
      fc.property(path, settings, rule, (where, before, added) => {
        for (const kind of ['read', 'write'] as const) {
          const use = { toolName: kind === 'read' ? 'Read' : 'Write', access: { kind, paths: [where] } }
          const now = RANK[scene.decide(use, before).behavior]
          expect(
            RANK[scene.decide(use, { ...before, deny: [...before.deny, added] }).behavior],
          ).toBeLessThanOrEqual(now)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('a tool and a command may read the same files', () => {
    fc.assert(
      fc.property(path, where => {
        fc.pre(where !== '')
        const byTool = scene.decide(
          { toolName: 'Read', access: { kind: 'read', paths: [where] }, isReadOnly: true },
          { deny: ['Read(.env)', 'Read(secrets/**)'] },
        )
        const byCommand = scene.bash(`cat '${where}'`, { deny: ['Read(.env)', 'Read(secrets/**)'] })
        expect(byCommand.behavior).toBe(byTool.behavior)
      }),
      { numRuns: 200 },
    )
  })
})
