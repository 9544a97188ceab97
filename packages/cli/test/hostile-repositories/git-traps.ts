import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createRepository, git, put, type Trap, type TrapPlace } from './trap.ts'

/** A repository with these settings, as it comes in an archive. */
function withSettings(
  settings: (place: TrapPlace) => readonly (readonly [string, string])[],
  more: (place: TrapPlace) => void = () => {},
): Trap['plant'] {
  return place => {
    createRepository(place.folder)
    more(place)
    for (const [name, value] of settings(place)) git(place.folder, 'config', name, value)
  }
}

const STATUS = ['git', 'status']
const DIFF = ['git', 'diff']

const attributes = ({ folder }: TrapPlace) =>
  put(folder, '.gitattributes', '* filter=evil diff=evil merge=evil\n')

function signCommit({ folder }: TrapPlace): void {
  const commit = git(folder, 'cat-file', 'commit', 'HEAD')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  put(folder, 'commit', commit.replace('\n\n', `\n${signature}\n\n`))
  git(folder, 'update-ref', 'HEAD', git(folder, 'hash-object', '-t', 'commit', '-w', 'commit').trim())
}

/** Objects that are missing and that somebody has promised. */
function promise(url: string): (place: TrapPlace) => readonly (readonly [string, string])[] {
  return () => [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', url],
  ]
}

function loseBlob({ folder }: TrapPlace): void {
  const blob = git(folder, 'rev-parse', 'HEAD:a.txt').trim()
  rmSync(join(folder, '.git', 'objects', blob.slice(0, 2)), { recursive: true })
}

function addInner(folder: string, settings: readonly (readonly [string, string])[]): void {
  const inner = join(folder, 'sub')
  createRepository(inner)
  git(folder, 'add', 'sub')
  git(folder, 'commit', '-qm', 'with a repository inside')
  put(inner, '.gitattributes', '* filter=evil diff=evil\n')
  for (const [name, value] of settings) git(inner, 'config', name, value)
}

/** Every feature of git that runs a program. */
export const GIT_TRAPS: readonly Trap[] = [
  {
    name: 'a monitor of files',
    plant: withSettings(({ command }) => [['core.fsmonitor', command]]),
    control: STATUS,
  },
  {
    name: 'a filter',
    plant: withSettings(({ command }) => [['filter.evil.clean', `${command}; cat`]], attributes),
    control: STATUS,
  },
  {
    name: 'a filter that is a process',
    plant: withSettings(
      ({ command }) => [
        ['filter.evil.process', command],
        ['filter.evil.required', 'true'],
      ],
      attributes,
    ),
    control: STATUS,
  },
  {
    name: 'an external diff',
    plant: withSettings(({ command }) => [['diff.external', command]]),
    control: DIFF,
  },
  {
    name: 'an external diff of a kind of file',
    plant: withSettings(({ command }) => [['diff.evil.command', command]], attributes),
    control: DIFF,
  },
  {
    name: 'a text conversion',
    plant: withSettings(({ command }) => [['diff.evil.textconv', `${command}; cat`]], attributes),
    control: DIFF,
  },
  {
    name: 'a check of signatures',
    plant: withSettings(
      place => [
        ['gpg.program', place.program()],
        ['log.showSignature', 'true'],
      ],
      signCommit,
    ),
    control: ['git', 'log', '-1'],
  },
  {
    name: 'a pager',
    plant: withSettings(({ command }) => [
      ['core.pager', `${command}; cat`],
      ['pager.status', `${command}; cat`],
      ['pager.log', `${command}; cat`],
    ]),
  },
  {
    name: 'an alias',
    plant: withSettings(({ command }) => [['alias.st', `!${command}`]]),
    control: ['git', 'st'],
  },
  {
    name: 'a merge driver',
    plant: withSettings(
      ({ command }) => [['merge.evil.driver', command]],
      place => {
        attributes(place)
        git(place.folder, 'checkout', '-q', '-b', 'other')
        git(place.folder, 'commit', '-qam', 'other')
        git(place.folder, 'checkout', '-q', '-')
        put(place.folder, 'a.txt', 'three\n')
        git(place.folder, 'commit', '-qam', 'three')
      },
    ),
    control: ['git', '-c', 'user.name=a', '-c', 'user.email=a@b', 'merge', 'other'],
  },
  {
    name: 'settings that are included',
    plant: withSettings(
      () => [['include.path', '../more']],
      ({ folder, command }) => put(folder, 'more', `[core]\n\tfsmonitor = "${command}"\n`),
    ),
    control: STATUS,
  },
  {
    name: 'settings that are included under a condition',
    plant: withSettings(
      () => [['includeIf.gitdir:**.path', '../more']],
      ({ folder, command }) => put(folder, 'more', `[core]\n\tfsmonitor = "${command}"\n`),
    ),
    control: STATUS,
  },
  {
    name: 'settings of a worktree',
    plant({ folder, command }) {
      createRepository(folder)
      git(folder, 'config', 'extensions.worktreeConfig', 'true')
      git(folder, 'config', '--worktree', 'core.fsmonitor', command)
    },
    control: STATUS,
  },
  {
    name: 'a worktree of a hostile repository',
    plant({ folder, command }) {
      createRepository(join(folder, 'main'))
      git(join(folder, 'main'), 'worktree', 'add', '-q', '../tree')
      git(join(folder, 'main'), 'config', 'core.fsmonitor', command)
    },
    opens: 'tree',
    control: STATUS,
  },
  {
    name: 'a filter in a repository inside',
    plant({ folder, command }) {
      createRepository(folder)
      addInner(folder, [['filter.evil.clean', `${command}; cat`]])
    },
    control: STATUS,
  },
  {
    name: 'a monitor in a repository inside, which a file points to',
    plant({ folder, command }) {
      createRepository(folder)
      addInner(folder, [['core.fsmonitor', command]])
      renameSync(join(folder, 'sub', '.git'), join(folder, 'data'))
      put(folder, 'sub/.git', 'gitdir: ../data\n')
      git(folder, 'config', 'diff.submodule', 'log')
      git(folder, 'config', 'status.submoduleSummary', 'true')
    },
    control: STATUS,
  },
  {
    name: 'a submodule',
    plant({ folder, outside, command }) {
      createRepository(folder)
      createRepository(join(outside, 'lib'))
      git(folder, 'submodule', 'add', '-q', join(outside, 'lib'), 'sub')
      git(folder, 'commit', '-qm', 'with a submodule')
      git(join(folder, 'sub'), 'config', 'core.fsmonitor', command)
    },
    control: STATUS,
  },
  {
    name: 'a bare repository among the files, as a clone carries it',
    plant({ folder, outside, command }) {
      const origin = join(outside, 'origin')
      createRepository(origin)
      mkdirSync(join(origin, 'docs'))
      git(join(origin, 'docs'), 'init', '-q', '--bare')
      for (const [name, value] of [
        ['core.fsmonitor', command],
        ['core.bare', 'false'],
        ['core.worktree', '..'],
      ] as const)
        git(join(origin, 'docs'), 'config', name, value)
      put(origin, 'docs/refs/heads/kept', '')
      put(origin, 'docs/objects/kept', '')
      git(origin, 'add', '.')
      git(origin, 'commit', '-qm', 'docs')
      git(outside, 'clone', '-q', origin, folder)
      // Git does not keep empty folders, and this one must be there.
      rmSync(join(folder, 'docs', 'refs', 'heads', 'kept'))
    },
    control: ['sh', '-c', 'cd docs && git status'],
  },
  {
    name: 'a file that points to a repository among the files',
    plant(place) {
      const { folder } = place
      withSettings(({ command }) => [['core.fsmonitor', command]])(place)
      renameSync(join(folder, '.git'), join(folder, 'data'))
      put(folder, '.git', 'gitdir: data\n')
    },
    control: STATUS,
  },
  {
    name: 'a link to a repository among the files',
    plant(place) {
      const { folder } = place
      withSettings(({ command }) => [['core.fsmonitor', command]])(place)
      renameSync(join(folder, '.git'), join(folder, 'data'))
      symlinkSync('data', join(folder, '.git'))
    },
    control: STATUS,
  },
  {
    name: 'a hook that follows the index',
    plant({ folder, program }) {
      createRepository(folder)
      put(folder, 'a.txt', 'one\n')
      symlinkSync(program(), join(folder, '.git', 'hooks', 'post-index-change'))
    },
    control: STATUS,
  },
  {
    name: 'hooks among the files',
    plant({ folder, program }) {
      createRepository(folder)
      put(folder, 'a.txt', 'one\n')
      mkdirSync(join(folder, '.githooks'))
      for (const name of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction'])
        symlinkSync(program(), join(folder, '.githooks', name))
      git(folder, 'config', 'core.hooksPath', '.githooks')
    },
    control: STATUS,
  },
  {
    name: 'a promise of objects, kept by a program',
    plant: withSettings(
      place => [
        ...promise(place.folder)(place),
        ['remote.origin.uploadpack', `${place.command}; git-upload-pack`],
      ],
      loseBlob,
    ),
    control: DIFF,
  },
  {
    name: 'a promise of objects, kept over ssh',
    plant: withSettings(
      place => [...promise('ssh://127.0.0.1/x')(place), ['core.sshCommand', place.program()]],
      loseBlob,
    ),
    control: DIFF,
  },
  {
    name: 'a promise of objects, kept over a proxy',
    plant: withSettings(
      place => [...promise('git://127.0.0.1/x')(place), ['core.gitProxy', place.program()]],
      loseBlob,
    ),
    control: DIFF,
  },
  {
    name: 'attributes without settings',
    plant(place) {
      createRepository(place.folder)
      attributes(place)
    },
  },
]
