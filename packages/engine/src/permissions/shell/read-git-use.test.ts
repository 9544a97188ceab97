import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { decidePermission } from '../decide-permission.ts'
import type { PermissionDecision } from '../permission.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

type Scene = { readonly folder: string; readonly mark: string }

function git(cwd: string, ...args: readonly string[]): void {
  const settings = ['user.name=a', 'user.email=a@b', 'protocol.file.allow=always']
  execFileSync('git', [...settings.flatMap(setting => ['-c', setting]), ...args], { cwd, stdio: 'pipe' })
}

function createScene(): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-git-use-')))
  roots.push(root)
  const folder = join(root, 'project')
  mkdirSync(folder)
  createRepository(folder)
  return { folder, mark: join(root, 'ran') }
}

/** A repository inside another, which runs something when git enters it. */
function plantInner(folder: string, mark: string, ...options: readonly string[]): void {
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  createRepository(inner, ...options)
  git(folder, 'add', 'inner')
  git(inner, 'config', 'core.fsmonitor', `touch ${mark}`)
}

function createRepository(folder: string, ...options: readonly string[]): void {
  git(folder, 'init', '-q', ...options)
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'first')
}

/** What becomes of a command while the session is in one folder and the shell stands in another. */
function decide(
  command: string,
  { cwd, session = cwd }: { readonly cwd: string; readonly session?: string },
): PermissionDecision['behavior'] {
  const state = {
    mode: 'default' as const,
    rules: { allow: [], deny: [], ask: [] },
    cwd: session,
    home: '/nowhere',
    additionalDirectories: [],
  }
  const access = { kind: 'command' as const, command, cwd }
  return decidePermission({ toolName: 'Bash', input: { command }, access, isReadOnly: false }, state).behavior
}

const LOOKING = ['git status', 'git diff', 'git log -5', 'git show HEAD', 'git blame a.txt', 'git branch -a']

describe('git in a repository that nobody made loud', () => {
  it('is not asked about as it comes from init, clone and the usual tools', () => {
    const { folder } = createScene()
    appendFileSync(
      join(folder, '.git', 'config'),
      `[remote "origin"]
	url = https://example.org/a.git ; a comment
	fetch = +refs/heads/*:refs/remotes/origin/*
	gh-resolved = base
[branch "main"]
	remote = origin
	merge = refs/heads/main
	vscode-merge-base = origin/main
[user]
	name = "A Person"
	email = a@example.org
	signingkey = ~/.ssh/key.pub
[commit] gpgsign = true
[pull]
	rebase = true
[push]
	autoSetupRemote
[core]
	hooksPath = .husky/_
	autocrlf = input
[lfs]
	repositoryformatversion = 0
[filter "lfs"]
	clean = git-lfs clean -- %f
	required = true
[submodule "lib"]
	active = true
	url = https://example.org/lib.git
`,
    )
    for (const command of LOOKING)
      expect([command, decide(command, { cwd: folder })]).toEqual([command, 'allow'])
    const below = join(folder, 'src')
    mkdirSync(below)
    expect(decide('git status', { cwd: below, session: folder })).toBe('allow')
  })

  it('is not asked about in a clone, a worktree, and with submodules that are as harmless', () => {
    const { folder } = createScene()
    const clone = join(folder, '..', 'clone')
    git(folder, 'clone', '-q', folder, clone)
    git(clone, 'submodule', 'add', '-q', folder, 'lib')
    git(clone, 'commit', '-qm', 'with a submodule')
    git(clone, 'worktree', 'add', '-q', '../tree')
    for (const place of [clone, join(clone, 'lib'), join(folder, '..', 'tree')])
      expect([place, decide('git status', { cwd: place })]).toEqual([place, 'allow'])
  })

  it.each([2, 3, 4])('reads the index in version %i', version => {
    const { folder } = createScene()
    for (let count = 0; count < 50; count++) writeFileSync(join(folder, `file-${count}`), 'x')
    git(folder, 'add', '.')
    git(folder, 'add', '-N', 'a.txt')
    git(folder, 'update-index', '--index-version', String(version))
    expect(decide('git status', { cwd: folder })).toBe('allow')
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    createRepository(inner)
    git(folder, 'add', 'inner')
    expect(decide('git status', { cwd: folder })).toBe('allow')
    git(inner, 'config', 'core.fsmonitor', 'touch x')
    expect(decide('git status', { cwd: folder })).toBe('ask')
  })

  it('is no danger where there is no repository, but for a diff that leads out', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-git-use-')))
    roots.push(folder)
    symlinkSync('/etc', join(folder, 'out'))
    writeFileSync(join(folder, 'a.txt'), '')
    expect(decide('git status', { cwd: folder })).toBe('allow')
    expect(decide('git diff out/passwd a.txt', { cwd: folder })).toBe('ask')
  })
})

type Trap = readonly [name: string, prepare: (scene: Scene) => void, command?: string]

/** Each makes `git status`, or the command that is named, touch the mark. */
const LOUD: readonly Trap[] = [
  [
    'a monitor of files',
    ({ folder, mark }) => git(folder, 'config', 'core.fsmonitor', `touch ${mark}; false`),
  ],
  [
    'a monitor behind a header on its line',
    ({ folder, mark }) => appendFileSync(join(folder, '.git/config'), `[core] FSMonitor = touch ${mark}\n`),
  ],
  [
    'a monitor in old letters',
    ({ folder, mark }) =>
      appendFileSync(join(folder, '.git/config'), `[CORE]\n\tfsmonitor = "touch ${mark}"\n`),
  ],
  [
    'a monitor behind a line that goes on',
    ({ folder, mark }) =>
      appendFileSync(
        join(folder, '.git/config'),
        `[user]\n\tname = a \\\n\n[core]\n\tfsmonitor = touch ${mark}\n`,
      ),
  ],
  [
    'a filter',
    ({ folder, mark }) => {
      writeFileSync(join(folder, '.gitattributes'), '* filter=evil\n')
      git(folder, 'config', 'filter.evil.clean', `touch ${mark}; cat`)
      writeFileSync(join(folder, 'a.txt'), 'two\n')
    },
  ],
  [
    'a filter that bears a known name',
    ({ folder, mark }) => {
      writeFileSync(join(folder, '.gitattributes'), '* filter=lfs\n')
      git(folder, 'config', 'filter.lfs.clean', `touch ${mark}; git-lfs clean -- %f`)
      writeFileSync(join(folder, 'a.txt'), 'two\n')
    },
  ],
  [
    'an external diff',
    ({ folder, mark }) => {
      git(folder, 'config', 'diff.external', `touch ${mark}`)
      writeFileSync(join(folder, 'a.txt'), 'two\n')
    },
    'git diff',
  ],
  [
    'a text conversion',
    ({ folder, mark }) => {
      writeFileSync(join(folder, '.gitattributes'), '* diff=evil\n')
      git(folder, 'config', 'diff.evil.textconv', `touch ${mark}; cat`)
      writeFileSync(join(folder, 'a.txt'), 'two\n')
    },
    'git diff',
  ],
  [
    'a check of signatures',
    ({ folder, mark }) => {
      const program = join(folder, '..', 'gpg')
      writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
      git(folder, 'config', 'gpg.program', program)
      git(folder, 'config', 'log.showSignature', 'true')
      const tree = execFileSync('git', ['cat-file', 'commit', 'HEAD'], { cwd: folder }).toString()
      const signed = tree.replace(
        '\n\n',
        '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
      )
      const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
        cwd: folder,
        input: signed,
      })
        .toString()
        .trim()
      git(folder, 'update-ref', 'HEAD', id)
    },
    'git log -1',
  ],
  [
    'settings that are included',
    ({ folder, mark }) => {
      writeFileSync(join(folder, 'more'), `[core]\n\tfsmonitor = touch ${mark}\n`)
      git(folder, 'config', 'include.path', '../more')
    },
  ],
  [
    'settings that are included under a condition',
    ({ folder, mark }) => {
      writeFileSync(join(folder, 'more'), `[core]\n\tfsmonitor = touch ${mark}\n`)
      git(folder, 'config', 'includeIf.gitdir:**.path', '../more')
    },
  ],
  [
    'settings of the worktree',
    ({ folder, mark }) => {
      git(folder, 'config', 'extensions.worktreeConfig', 'true')
      git(folder, 'config', '--worktree', 'core.fsmonitor', `touch ${mark}`)
    },
  ],
  [
    'a hook that follows the index',
    ({ folder, mark }) => {
      writeFileSync(join(folder, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${mark}\n`, {
        mode: 0o755,
      })
      writeFileSync(join(folder, 'a.txt'), 'one\n')
    },
  ],
  [
    'a hook in a folder of the project',
    ({ folder, mark }) => {
      mkdirSync(join(folder, '.husky'))
      writeFileSync(join(folder, '.husky/post-index-change'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
      git(folder, 'config', 'core.hooksPath', '.husky')
      writeFileSync(join(folder, 'a.txt'), 'one\n')
    },
  ],
  [
    'a repository inside',
    ({ folder, mark }) => {
      plantInner(folder, mark)
    },
  ],
  [
    'a repository inside, whose name is no text',
    ({ folder, mark }) => {
      plantInner(folder, mark)
      const rename = `printf '160000 %s\\tinn\\377r\\0' "$(git -C inner rev-parse HEAD)"`
      const shell = `git rm -q --cached inner; ${rename} | git update-index -z --index-info; mv inner "$(printf 'inn\\377r')"`
      execFileSync('/bin/bash', ['-c', shell], { cwd: folder, stdio: 'pipe' })
    },
  ],
  [
    'a repository inside, in an index that can be read by names of either length',
    ({ folder, mark }) => {
      for (const name of ['.git', 'a.txt']) rmSync(join(folder, name), { recursive: true })
      git(folder, 'init', '-q', '--object-format=sha256')
      plantInner(folder, mark, '--object-format=sha256')
      rmSync(join(folder, '.git/index'))
      // Read by the shorter length, the name of the object holds the name of another folder, and what is skipped.
      const other = Buffer.from('\0\u0001a\0AAAA\0\0\0\u0014', 'latin1').toString('hex')
      git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)}${other},inner`)
    },
  ],
  [
    'a file that names a repository among the files',
    ({ folder, mark }) => {
      git(folder, 'config', 'core.fsmonitor', `touch ${mark}`)
      execFileSync('mv', [join(folder, '.git'), join(folder, 'data')])
      writeFileSync(join(folder, '.git'), 'gitdir: data\n')
    },
  ],
  [
    'a link to a repository among the files',
    ({ folder, mark }) => {
      git(folder, 'config', 'core.fsmonitor', `touch ${mark}`)
      execFileSync('mv', [join(folder, '.git'), join(folder, 'data')])
      symlinkSync('data', join(folder, '.git'))
    },
  ],
  [
    'a promise of objects, which are fetched',
    ({ folder, mark }) => {
      const blob = execFileSync('git', ['rev-parse', 'HEAD:a.txt'], { cwd: folder }).toString().trim()
      rmSync(join(folder, '.git/objects', blob.slice(0, 2)), { recursive: true })
      git(folder, 'config', 'extensions.partialClone', 'origin')
      git(folder, 'config', 'core.repositoryFormatVersion', '1')
      git(folder, 'config', 'remote.origin.url', folder)
      git(folder, 'config', 'remote.origin.promisor', 'true')
      git(folder, 'config', 'remote.origin.uploadpack', `touch ${mark}; git-upload-pack`)
      writeFileSync(join(folder, 'a.txt'), 'two\n')
    },
    'git diff',
  ],
]

describe('git in a repository that names programs', () => {
  it.each(LOUD.map(trap => [trap[0], trap] as const))(
    'is asked about: %s',
    (_, [, prepare, command = 'git status']) => {
      const scene = createScene()
      prepare(scene)
      expect(decide(command, { cwd: scene.folder })).toBe('ask')
      // The trap is one.
      const [program = '', ...args] = command.split(' ')
      try {
        execFileSync(program, args, { cwd: scene.folder, stdio: 'pipe' })
      } catch {
        // What it ran may have failed.
      }
      expect(existsSync(scene.mark)).toBe(true)
    },
  )

  it('is asked about where the shell stands in a repository that came as ordinary files', () => {
    const { folder, mark } = createScene()
    const docs = join(folder, 'docs')
    mkdirSync(docs)
    git(docs, 'init', '-q', '--bare')
    git(docs, 'config', 'core.fsmonitor', `touch ${mark}`)
    git(docs, 'config', 'core.bare', 'false')
    git(docs, 'config', 'core.worktree', '..')
    git(folder, 'add', 'docs')
    expect(decide('git status', { cwd: folder })).toBe('allow')
    expect(decide('cd docs', { cwd: folder })).toBe('allow')
    expect(decide('git status', { cwd: docs, session: folder })).toBe('ask')
    expect(decide('git status', { cwd: join(docs, 'refs'), session: folder })).toBe('ask')
    execFileSync('git', ['status'], { cwd: docs, stdio: 'pipe' })
    expect(existsSync(mark)).toBe(true)
  })

  it.each<[string, (scene: Scene) => void]>([
    ['a work tree elsewhere', ({ folder }) => git(folder, 'config', 'core.worktree', '../..')],
    [
      'another repository of the person',
      ({ folder }) => {
        const other = join(folder, '..', 'other')
        mkdirSync(other)
        createRepository(other)
        rmSync(join(folder, '.git'), { recursive: true })
        writeFileSync(join(folder, '.git'), `gitdir: ${join(other, '.git')}\n`)
      },
    ],
    [
      'settings that are no file',
      ({ folder }) => {
        rmSync(join(folder, '.git/config'))
        execFileSync('mkfifo', [join(folder, '.git/config')])
      },
    ],
    [
      'settings without end',
      ({ folder }) => appendFileSync(join(folder, '.git/config'), ' '.repeat(3_000_000)),
    ],
    ['settings that cannot be read', ({ folder }) => appendFileSync(join(folder, '.git/config'), '[core\n')],
    ['an index that is none', ({ folder }) => writeFileSync(join(folder, '.git/index'), 'x')],
    [
      'a name in the index that goes on behind its length',
      ({ folder, mark }) => {
        plantInner(folder, mark)
        const index = readFileSync(join(folder, '.git/index'))
        index.write('X', index.indexOf('inner\0') + 'inner'.length)
        writeFileSync(join(folder, '.git/index'), index)
      },
    ],
    ['an index in two', ({ folder }) => git(folder, 'update-index', '--split-index')],
    ['an alias', ({ folder }) => git(folder, 'config', 'alias.st', '!true')],
    ['a pager', ({ folder }) => git(folder, 'config', 'core.pager', 'true')],
    ['a name of tomorrow', ({ folder }) => git(folder, 'config', 'core.somethingNew', 'x')],
  ])('is asked about where nobody can tell: %s', (_, prepare) => {
    const scene = createScene()
    prepare(scene)
    expect(decide('git status', { cwd: scene.folder })).toBe('ask')
  })
})
