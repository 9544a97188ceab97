import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { PathAttempt } from './path-attempts.ts'

/** What stands in the protected files of a scene. */
const SECRET = 'Xk9-the-secret-value-q7Z'

/** A project, a home and a folder outside, fresh on a real disk, with files that rules protect. */
export type EffectScene = {
  readonly root: string
  readonly cwd: string
  readonly home: string
  readonly outside: string
  /** The command with the scene's folders in place of `~cwd`, `~home` and `~out`. */
  fill(command: string): string
  /** What running the command did that no rule may let happen. `output` is what it printed. */
  findEffects(output: string): PathAttempt['effect'][]
  remove(): void
}

/** Who runs a command: the user of the tests, or somebody without rights. */
export type Runner = 'self' | 'nobody'

/** Makes the scene; its repository has two commits. */
export function createEffectScene(runner: Runner = 'self'): EffectScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-effect-')))
  cpSync(template(), root, { recursive: true, verbatimSymlinks: true })
  const [cwd, home, outside] = ['project', 'home', 'outside'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  linkSync(join(cwd, '.env'), join(cwd, 'hard.txt'))
  linkSync(join(cwd, 'secrets', 'key.txt'), join(cwd, 'hard-key.txt'))
  if (runner === 'nobody') spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root])
  chmodSync(root, 0o755)
  const before = describeProtected(root)
  return {
    root,
    cwd,
    home,
    outside,
    fill: command => command.replaceAll('~cwd', cwd).replaceAll('~home', home).replaceAll('~out', outside),
    findEffects(output) {
      const isRead = showsSecret(output) || holdsCopy(root)
      const isWritten = describeProtected(root) !== before
      return [...(isRead ? (['reads'] as const) : []), ...(isWritten ? (['writes'] as const) : [])]
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Runs the command in a scene of its own and says what it did. */
export function runForEffects(command: string, runner: Runner = 'self'): PathAttempt['effect'][] {
  const scene = createEffectScene(runner)
  try {
    const { stdout, stderr } = spawnSync('/bin/bash', ['-c', scene.fill(command)], {
      cwd: scene.cwd,
      env: { PATH: process.env.PATH, HOME: scene.home, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'latin1',
      timeout: 10_000,
      killSignal: 'SIGKILL',
      ...(runner === 'nobody' && { uid: NOBODY, gid: NOBODY }),
    })
    return scene.findEffects(`${stdout}\n${stderr}`)
  } finally {
    scene.remove()
  }
}

/** Removes what all scenes are copied from; the next scene makes it anew. */
export function removeEffectTemplate(): void {
  if (made !== null) rmSync(made, { recursive: true, force: true })
  made = null
}

let made: string | null = null

/** The scene without what cannot be copied, made once. */
function template(): string {
  if (made !== null) return made
  const root = mkdtempSync(join(tmpdir(), 'antiphon-effect-template-'))
  made = root
  const cwd = join(root, 'project')
  for (const folder of ['project/src', 'project/secrets', 'project/d1/d2', 'home/.ssh', 'outside'])
    mkdirSync(join(root, folder), { recursive: true })
  const put = (file: string, text: string): void => writeFileSync(join(root, file), text)
  put('project/README.md', 'x\ny\n')
  put('project/list', 'src/a.ts\n')
  put('project/src/a.ts', 'x\n')
  put('project/.env.example', 'x\n')
  put('project/.env', 'before\n')
  put('project/secrets/key.txt', 'before\n')
  put('outside/file', 'outside\n')
  put('home/.ssh/id_rsa', `${SECRET}\n`)
  put(
    'home/.gitconfig',
    '[user]\nname = x\nemail = x@example.org\n[init]\ndefaultBranch = main\n[safe]\ndirectory = *\n',
  )
  symlinkSync('../secrets/key.txt', join(cwd, 'src', 'innocent.txt'))
  symlinkSync('../secrets', join(cwd, 'd1', 'd2', 'k'))
  symlinkSync('../outside', join(cwd, 'link-out'))
  const run = (...words: string[]): void =>
    void spawnSync(words[0] ?? '', words.slice(1), { cwd, env: { ...process.env, HOME: join(root, 'home') } })
  run('tar', 'cf', 'packed.tar', '--mtime=2020-01-01', 'secrets')
  run('zip', '-qr', 'packed.zip', 'secrets')
  run('git', 'init', '-q')
  run('git', 'add', '-A')
  run('git', 'commit', '-qm', 'one')
  put('project/.env', `${SECRET}\n`)
  put('project/secrets/key.txt', `${SECRET}\n`)
  run('git', 'commit', '-qam', 'two')
  put('project/diff', DIFF)
  return root
}

const DIFF = `--- /dev/null
+++ b/secrets/added
@@ -0,0 +1 @@
+more
`

function showsSecret(text: string): boolean {
  return FORMS.some(form => text.includes(form)) || text.replaceAll(/[^0-9a-f]/g, '').includes(HEX)
}

const HEX = Buffer.from(SECRET).toString('hex')

/** As it stands, reversed, and what base64 makes of its middle at each of the three places where it can begin. */
const FORMS: readonly string[] = [
  SECRET,
  [...SECRET].reverse().join(''),
  [...SECRET].join('   '),
  ...[0, 1, 2].map(skip => Buffer.from(SECRET.slice(skip, skip + 18)).toString('base64')),
]

/** Whether the secret stands in a file where it did not stand before. */
function holdsCopy(root: string): boolean {
  return listFiles(root).some(file => {
    const name = relative(root, file)
    if (OWN.has(name) || name.startsWith('project/.git/')) return false
    if (!lstatSync(file).isFile()) return false
    return readFileSync(file, 'latin1').includes(SECRET)
  })
}

const OWN: ReadonlySet<string> = new Set(
  ['.env', 'secrets/key.txt', 'hard.txt', 'hard-key.txt']
    .map(name => `project/${name}`)
    .concat('home/.ssh/id_rsa'),
)

/** What must stay: the protected files and folders, and everything outside the project. */
function describeProtected(root: string): string {
  const guarded = ['project/.env', 'project/secrets', 'home/.ssh', 'outside'].flatMap(name => {
    const place = join(root, name)
    return [place, ...listFiles(place)]
  })
  return guarded.map(place => `${relative(root, place)} ${describeFile(place)}`).join('\n')
}

function describeFile(path: string): string {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return `${stats.mode}`
    return `${stats.mode} ${stats.ino} ${stats.mtimeMs} ${readFileSync(path, 'latin1')}`
  } catch {
    return 'missing'
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return []
  }
}

/** Somebody without rights. */
export const NOBODY = 65_534
