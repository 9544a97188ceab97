import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import {
  type Confine,
  createSandbox,
  describeSandbox,
  type PermissionState,
  personFolder,
  readSettings,
  type SandboxSettings,
  type SandboxTool,
  toSandboxSettings,
} from '@antiphon/engine'
import { homeOf, type Io, toSettingsChoice } from '@antiphon/host'
import type { Screen } from '../terminal/screen.ts'

/** What keeps commands in a folder, and whether it does. */
type SandboxExamination = {
  readonly isThere: boolean
  /** What is in force in this folder. */
  readonly lines: readonly string[]
  readonly problems: readonly string[]
  /** What was tried in a folder of its own. */
  readonly checks: readonly SandboxCheck[]
}

type SandboxCheck = { readonly what: string; readonly holds: boolean }

/** Reads the folder's settings as a session would, and tries a sandbox out. */
export async function examineSandbox(io: Io): Promise<SandboxExamination> {
  const cwd = process.cwd()
  const home = homeOf(io) ?? cwd
  const choice = await toSettingsChoice({ flags: {}, io, cwd })
  const { settings, problems } = await readSettings(choice)
  const { allow, deny, ask, additionalDirectories } = settings.permissions
  const state: PermissionState = {
    ...{ mode: 'default', cwd, home, additionalDirectories },
    rules: { allow, deny, ask },
  }
  const sandbox = createSandbox({
    settings: settings.sandbox,
    env: io.env,
    personFolder: personFolder({ home, env: io.env }),
  })
  try {
    const report = await sandbox.describe(state)
    return {
      isThere: report.tool.kind !== 'none',
      lines: describeSandbox(report, state),
      problems: problems.map(({ file, what, whatToDo }) => `${file}: ${what}; ${whatToDo}.`),
      checks: report.tool.kind === 'none' ? [] : await tryOut(io, report.tool.kind),
    }
  } finally {
    await sandbox.close()
  }
}

/** Runs commands that must not get through, and looks whether they did. */
async function tryOut(io: Io, kind: SandboxTool['kind']): Promise<readonly SandboxCheck[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-doctor-')))
  const cwd = mkdtempSync(join(root, 'folder-'))
  writeFileSync(join(cwd, 'secret'), SECRET)
  const settings: SandboxSettings = toSandboxSettings({ enabled: true })
  const server = createServer()
  const sandbox = createSandbox({ settings, env: io.env, personFolder: join(root, 'person') })
  const state: PermissionState = {
    ...{ mode: 'default', cwd, home: root, additionalDirectories: [] },
    rules: { allow: [], deny: ['Read(./secret)'], ask: [] },
  }
  try {
    const confinement = await sandbox.choose({ command: '', wantsOut: false }, state)
    if (confinement === null || 'problem' in confinement) return []
    const port = await listen(server)
    const run = (script: string): string => runInside(confinement.confine, { script, cwd, env: io.env })
    return [
      { what: 'a command works in its folder', holds: run('echo x > made && cat made') === 'x\n' },
      {
        what: 'it writes nowhere else',
        holds:
          run(`echo x > ${JSON.stringify(join(root, 'outside'))}`) === '' &&
          !existsSync(join(root, 'outside')),
      },
      {
        what: 'it reads no file that a rule forbids',
        holds: !run('cat secret; cp secret a; ln secret b; mv secret c; cat a b c').includes(SECRET),
      },
      {
        what: 'it moves no folder away from under its rules',
        holds: run('mv "$PWD" "$TMPDIR/moved" && echo moved') === '' && existsSync(join(cwd, 'secret')),
      },
      { what: OTHERS[kind].what, holds: run(OTHERS[kind].script(process.pid)) === '' },
      { what: 'it has no network', holds: run(toDial(port)) === 'no\n' },
    ]
  } finally {
    server.close()
    await sandbox.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** How it shows that a command does not get at processes of others; each prints something where it does. */
const OTHERS: Readonly<
  Record<SandboxTool['kind'], { readonly what: string; readonly script: (pid: number) => string }>
> = {
  bubblewrap: {
    what: 'it sees no other processes',
    script: pid => `test -d /proc/${pid}/cwd && echo seen`,
  },
  seatbelt: { what: 'it ends no other processes', script: pid => `kill -0 ${pid} && echo seen` },
}

/** The kernel takes a connection also while nobody accepts it. */
function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

function toDial(port: number): string {
  const program = `require('node:net').connect(${port},'127.0.0.1').on('connect',()=>{console.log('yes');process.exit()}).on('error',()=>console.log('no'))`
  return `'${process.execPath.replaceAll("'", "'\\''")}' -e "${program}"`
}

const SECRET = 'antiphon-may-not-read-this'

function runInside(
  confine: Confine,
  { script, cwd, env }: { readonly script: string; readonly cwd: string; readonly env: Io['env'] },
): string {
  const program = confine({ file: '/bin/sh', args: ['-c', script], cwd, env })
  if ('problem' in program) return program.problem
  const { file, args, streams } = program
  const { stdout } = spawnSync(file, [...args], {
    cwd,
    env: program.env,
    stdio: ['ignore', 'pipe', 'ignore', ...streams],
    encoding: 'utf8',
  })
  program.onEnd()
  return stdout ?? ''
}

/** What keeps commands in, as a person reads it. */
export function formatSandboxReport(report: SandboxExamination, { palette }: Screen): readonly string[] {
  return [
    ...report.lines.map(stripControl),
    ...(report.checks.length === 0 ? [] : ['', 'Tried out in a folder of its own:']),
    ...report.checks.map(({ what, holds }) =>
      holds ? `  ${palette.green('✓')} ${what}` : `  ${palette.red('✗')} ${what}: it does not hold`,
    ),
    ...report.problems.map(problem => palette.yellow(stripControl(problem))),
  ]
}
