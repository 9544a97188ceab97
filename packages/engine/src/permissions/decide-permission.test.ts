import {
  buildDenialMessage,
  buildDontAskRejectionMessage,
  buildPlanModeRejectionMessage,
  type PermissionMode,
} from '@antiphon/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTO_MODE_REASON } from './apply-mode.ts'
import {
  createPermissionScene,
  type PermissionScene,
  type Settings,
  type Use,
} from './testing/permission-scene.ts'

let scene: PermissionScene
beforeAll(() => {
  scene = createPermissionScene()
})
afterAll(() => scene.remove())

const read = (...paths: string[]): Use => ({
  toolName: 'Read',
  access: { kind: 'read', paths },
  isReadOnly: true,
})
const write = (...paths: string[]): Use => ({ toolName: 'Write', access: { kind: 'write', paths } })
const fetchPage = (url: string): Use => ({
  toolName: 'WebFetch',
  access: { kind: 'fetch', url },
  isReadOnly: true,
})
const tool = (toolName: string, detail?: string): Use => ({
  toolName,
  access: detail === undefined ? { kind: 'tool' } : { kind: 'tool', detail },
})

describe('a rule for commands', () => {
  it.each<[string, string, boolean]>([
    ['Bash', 'anything at all', true],
    ['Bash(*)', 'anything at all', true],
    ['Bash(npm run test)', 'npm run test', true],
    ['Bash(npm run test)', 'npm run test --watch', false],
    ['Bash(npm run test:*)', 'npm run test', true],
    ['Bash(npm run test:*)', 'npm run test --watch', true],
    ['Bash(npm run test:*)', 'npm run tests', false],
    ['Bash(npm run test *)', 'npm run test', true],
    ['Bash(npm run test *)', 'npm run tests', false],
    ['Bash(make*)', 'makeinfo x', true],
    ['Bash(git * main)', 'git push origin main', true],
    ['Bash(git * main)', 'git push origin dev', false],
    ['Bash(* --version)', 'tool --version', true],
    ['Bash(git:* push)', 'git push', false],
    ['Bash(npm test && npm run lint)', 'npm test && npm run lint', true],
    ['Bash(npm test && npm run *)', 'npm test && npm run lint', false],
    ['Bash(git commit -m "fix: *)', 'git commit -m "fix: a b"', true],
    ['Bash(npm test)', 'npm test 2>&1', true],
    ['Bash(npm test)', 'npm test | tail -5', true],
    ['Bash(npm test:*)', 'cd src && npm test', true],
    ['Bash(npm test:*)', 'timeout 60 npm test', true],
    ['Bash(npm test:*)', 'NODE_ENV=test npm test', true],
    ['Bash(bash script.sh)', 'bash script.sh', true],
    ['Bash(bash:*)', 'bash script.sh', false],
    ['Bash(timeout:*)', 'timeout 5 npm test', false],
    ['Bash(find:*)', 'find / -name x', true],
    ['Bash(find:*)', 'find . -delete', false],
    ['Bash(rm:*)', 'rm -rf build', true],
    ['Bash(rm:*)', 'rm -rf ~', false],
    ['Bash(rm:*)', 'rm -rf .', false],
    ['Bash(rm:*)', 'rm -rf /usr', false],
    ['Bash(cp:*)', 'cp a .git/hooks/b', false],
    ['Edit(out/**)', 'ls > out/list.txt', true],
    ['Edit(out/**)', 'ls > src/list.txt', false],
    ['Read(//etc/**)', 'cat /etc/hosts', true],
    ['Bash(git log', 'git push', false],
  ])('%s for %s: %s', (rule, command, isAllowed) => {
    expect(scene.bash(command, { allow: [rule] }).behavior).toBe(isAllowed ? 'allow' : 'ask')
  })
})

describe('a rule for files', () => {
  it.each<[string, string, boolean]>([
    ['Edit', '~out/x', true],
    ['Edit(src/**)', '~cwd/src/deep/a.ts', true],
    ['Edit(src/**)', '~cwd/lib/src/a.ts', false],
    ['Edit(src)', '~cwd/src/a.ts', true],
    ['Edit(*.ts)', '~cwd/deep/er/a.ts', true],
    ['Edit(./README.md)', '~cwd/README.md', true],
    ['Edit(./README.md)', '~cwd/src/README.md', false],
    ['Edit(/src/*.ts)', '~cwd/src/a.ts', true],
    ['Edit(/src/*.ts)', '/src/a.ts', false],
    ['Edit(/~out/**)', '~out/x', true],
    ['Edit(~/notes/**)', '~home/notes/x', true],
    ['Edit(~/notes/**)', '~home/other', false],
    ['Edit(../outside/**)', '~out/x', true],
    ['Edit(../outside/**)', '~cwd/link-out/x', false],
    ['Write(src/**)', '~cwd/src/a.ts', true],
    ['Read(src/**)', '~cwd/src/a.ts', false],
    ['Edit(SRC/**)', '~cwd/src/a.ts', false],
    ['Edit(.claude/**)', '~cwd/.claude/settings.json', false],
  ])('%s for %s: %s', (rule, path, isAllowed) => {
    expect(scene.decide(write(path), { allow: [rule] }).behavior).toBe(isAllowed ? 'allow' : 'ask')
  })

  it.each([
    ['Read(.env)', '~cwd/deep/.env'],
    ['Read(.env)', '~cwd/.ENV'],
    ['Read(secrets/**)', '~cwd/secrets'],
    ['Read(secrets/**)', '~cwd/src/innocent.txt'],
    ['Read(//**/id_rsa)', '~home/.ssh/id_rsa'],
    ['Read(~/.ssh)', '~home/.ssh/id_rsa'],
    ['Read(~)', '~home/x'],
    ['Read(link-out/**)', '~cwd/link-out/file'],
  ])('%s forbids %s', (rule, path) => {
    expect(scene.decide(read(path), { allow: ['Read'], deny: [rule] }).behavior).toBe('deny')
    expect(scene.decide({ ...read(path), toolName: 'Grep' }, { deny: [rule] }).behavior).toBe('deny')
  })

  it('lets files in the folders be read, and asks about all others', () => {
    expect(scene.decide(read('~cwd/src/a.ts')).behavior).toBe('allow')
    expect(scene.decide(read('src/a.ts')).behavior).toBe('allow')
    expect(scene.decide(read(`${scene.extra}/x`)).behavior).toBe('allow')
    expect(scene.decide(read('~cwd/src/', '~out/file')).behavior).toBe('ask')
    expect(scene.decide(read('~cwd/link-out/file')).behavior).toBe('ask')
  })
})

describe('a rule for pages', () => {
  it.each<[string, string, boolean]>([
    ['WebFetch', 'https://anything.example', true],
    ['WebFetch(domain:example.org)', 'https://example.org/a?b', true],
    ['WebFetch(domain:example.org)', 'https://EXAMPLE.org.:8443/', true],
    ['WebFetch(domain:example.org)', 'https://api.example.org/', false],
    ['WebFetch(domain:example.org)', 'https://example.org.evil.net/', false],
    ['WebFetch(domain:example.org)', 'https://example.org@evil.net/', false],
    ['WebFetch(domain:example.org)', 'https://evil.net/example.org', false],
    ['WebFetch(domain:example.org)', 'https://evilexample.org/', false],
    ['WebFetch(domain:example.org)', 'file://example.org/etc/passwd', false],
    ['WebFetch(domain:example.org)', 'https://ex\u0430mple.org/', false],
    ['WebFetch(domain:example.org)', 'not an address', false],
    ['WebFetch(domain:*.example.org)', 'https://a.b.example.org/', true],
    ['WebFetch(domain:*.example.org)', 'https://example.org/', false],
    ['WebFetch(domain:example.*)', 'https://example.net/', true],
    ['WebFetch(domain:example.*)', 'https://example.evil.net/', false],
    ['WebFetch(domain:*)', 'https://anything.example/', true],
  ])('%s for %s: %s', (rule, url, isAllowed) => {
    expect(scene.decide(fetchPage(url), { allow: [rule] }).behavior).toBe(isAllowed ? 'allow' : 'ask')
  })
})

describe('a rule for other tools', () => {
  it.each<[string, string, string | undefined, boolean]>([
    ['mcp__github', 'mcp__github__search', undefined, true],
    ['mcp__github', 'mcp__githubber__search', undefined, false],
    ['mcp__github__*', 'mcp__github__search', undefined, true],
    ['mcp__github__get_*', 'mcp__github__get_issue', undefined, true],
    ['mcp__github__get_*', 'mcp__github__delete', undefined, false],
    ['mcp__github__search', 'mcp__github__search', undefined, true],
    ['mcp__*', 'mcp__github__search', undefined, false],
    ['*', 'mcp__github__search', undefined, false],
    ['Skill(pdf)', 'Skill', 'pdf', true],
    ['Skill(pdf)', 'Skill', 'xlsx', false],
    ['Skill(review:*)', 'Skill', 'review:code', true],
    ['Skill', 'Skill', 'pdf', true],
    ['WebSearch', 'WebSearch', undefined, true],
  ])('%s for %s %s: %s', (rule, name, detail, isAllowed) => {
    expect(scene.decide(tool(name, detail), { allow: [rule] }).behavior).toBe(isAllowed ? 'allow' : 'ask')
  })

  it('speaks of subagents by both names, and of wildcards where it forbids', () => {
    expect(scene.decide(tool('Task', 'explorer')).behavior).toBe('allow')
    expect(scene.decide(tool('Task', 'explorer'), { deny: ['Agent(explorer)'] }).behavior).toBe('deny')
    expect(scene.decide(tool('Agent', 'other'), { deny: ['Task(explorer)'] }).behavior).toBe('allow')
    expect(scene.decide(tool('mcp__a__b'), { allow: ['mcp__a'], deny: ['mcp__*'] }).behavior).toBe('deny')
    expect(scene.decide(read('src/a.ts'), { deny: ['*'] }).behavior).toBe('deny')
  })

  it('can forbid a value of a field', () => {
    const use = { ...tool('Task', 'explorer'), input: { model: 'opus' } }
    expect(scene.decide(use, { deny: ['Task(model:opus)'] }).behavior).toBe('deny')
    expect(scene.decide(use, { deny: ['Task(model:haiku)'] }).behavior).toBe('allow')
  })
})

describe('a mode', () => {
  const uses: Readonly<Record<string, Use>> = {
    nothing: { toolName: 'TodoWrite', access: { kind: 'none' } },
    reading: read('src/a.ts'),
    'reading outside': read('~out/file'),
    editing: write('src/a.ts'),
    'editing outside': write('~out/file'),
    'editing settings': write('.claude/settings.json'),
    listing: { toolName: 'Bash', access: { kind: 'command', command: 'ls src', cwd: '.' } },
    making: { toolName: 'Bash', access: { kind: 'command', command: 'mkdir -p src/new', cwd: '.' } },
    testing: { toolName: 'Bash', access: { kind: 'command', command: 'npm test', cwd: '.' } },
    fetching: fetchPage('https://example.org'),
  }
  const table: Record<PermissionMode, string> = {
    default:
      'nothing=allow reading=allow reading outside=ask editing=ask editing outside=ask editing settings=ask listing=allow making=ask testing=ask fetching=ask',
    acceptEdits:
      'nothing=allow reading=allow reading outside=ask editing=allow editing outside=ask editing settings=ask listing=allow making=allow testing=ask fetching=ask',
    plan: 'nothing=allow reading=allow reading outside=ask editing=deny editing outside=deny editing settings=deny listing=allow making=deny testing=deny fetching=ask',
    bypassPermissions:
      'nothing=allow reading=allow reading outside=allow editing=allow editing outside=allow editing settings=allow listing=allow making=allow testing=allow fetching=allow',
    dontAsk:
      'nothing=allow reading=allow reading outside=deny editing=deny editing outside=deny editing settings=deny listing=allow making=deny testing=deny fetching=deny',
    auto: 'nothing=allow reading=allow reading outside=ask editing=allow editing outside=ask editing settings=ask listing=allow making=allow testing=ask fetching=ask',
  }
  const modes = Object.keys(table) as PermissionMode[]

  const inProject = (use: Use): Use =>
    use.access.kind === 'command' ? { ...use, access: { ...use.access, cwd: scene.cwd } } : use
  const row = (settings: Settings) =>
    Object.entries(uses)
      .map(([name, use]) => `${name}=${scene.decide(inProject(use), settings).behavior}`)
      .join(' ')

  it.each(modes)('%s decides as its name says', mode => {
    expect(row({ mode })).toBe(table[mode])
  })

  it.each(modes)('%s never gets past a rule that forbids', mode => {
    const deny = ['TodoWrite', 'Read', 'Edit', 'Bash', 'WebFetch']
    const allow = deny
    expect(
      new Set(
        row({ mode, deny, allow })
          .split(' ')
          .map(cell => cell.split('=')[1] ?? 'deny'),
      ),
    ).toEqual(new Set(['deny']))
  })

  it.each(modes)('%s never gets past a rule that asks', mode => {
    const rules = ['TodoWrite', 'Read', 'Edit', 'Bash', 'WebFetch']
    expect(row({ mode, ask: rules, allow: rules })).not.toContain('allow')
  })

  it('bypassing still asks when nobody can tell whether a rule forbids it', () => {
    const settings = { mode: 'bypassPermissions', deny: ['Bash(rm:*)'] } as const
    expect(scene.bash('$x -rf src', settings).behavior).toBe('ask')
    expect(scene.bash('npm test "$x"', settings).behavior).toBe('allow')
  })

  it('a rule that cannot be read forbids nothing, but its tool is asked about', () => {
    expect(scene.bash('npm test', { allow: ['Bash'], deny: ['Bash(rm'] }).behavior).toBe('ask')
    expect(scene.decide(read('src/a.ts'), { deny: ['Bash(rm'] }).behavior).toBe('allow')
  })
})

describe('a decision', () => {
  it('tells the model what a rule and what a mode refused', () => {
    expect(scene.bash('rm x', { deny: ['Bash(rm:*)'] })).toMatchObject({
      behavior: 'deny',
      rule: 'Bash(rm:*)',
      message: buildDenialMessage('Bash'),
    })
    expect(scene.bash('rm x', { mode: 'dontAsk' })).toMatchObject({
      behavior: 'deny',
      by: 'mode',
      message: buildDontAskRejectionMessage('Bash', 'no rule allows rm x'),
    })
    expect(scene.bash('rm x', { mode: 'plan' })).toMatchObject({
      behavior: 'deny',
      by: 'mode',
      message: buildPlanModeRejectionMessage('Bash'),
    })
  })

  it('leaves to the classifier what no rule decides in the automatic mode', () => {
    expect(scene.bash('npm test', { mode: 'auto' })).toMatchObject({
      behavior: 'ask',
      mayBeJudged: true,
      reason: expect.stringContaining(AUTO_MODE_REASON),
    })
    const asked = scene.bash('npm test', { mode: 'auto', ask: ['Bash(npm:*)'] })
    expect(asked).toMatchObject({ behavior: 'ask', rule: 'Bash(npm:*)' })
    expect(asked).not.toHaveProperty('mayBeJudged')
    expect(scene.decide(write('~cwd/src/a.ts'), { mode: 'auto' }).behavior).toBe('allow')
  })

  it.each<[Use | string, string[]]>([
    ['npm run test -- -t x', ['Bash(npm run test:*)']],
    ['npm test && git push origin main && ls', ['Bash(npm test:*)', 'Bash(git push:*)']],
    ['python3 x.py', ['Bash(python3 x.py)']],
    ['cat /etc/hosts', ['Read(//etc/hosts)']],
    ['sudo make', ['Bash(sudo make)']],
    [write('~cwd/src/a.ts'), ['Edit(src/a.ts)']],
    [write('~cwd/a.ts'), ['Edit(./a.ts)']],
    [write('~home/a.ts'), ['Edit(~/a.ts)']],
    [fetchPage('https://docs.example.org/x'), ['WebFetch(domain:docs.example.org)']],
    [tool('mcp__github__search'), ['mcp__github__search']],
    [tool('Skill', 'pdf'), ['Skill(pdf)']],
  ])('about %j suggests rules that allow it', (use, suggestions) => {
    const decide = (settings: Settings) =>
      typeof use === 'string' ? scene.bash(use, settings) : scene.decide(use, settings)
    const decision = decide({})
    expect(decision).toMatchObject({ behavior: 'ask', suggestions })
    expect(decide({ allow: suggestions }).behavior).toBe('allow')
  })
})
