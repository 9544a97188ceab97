import {
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { createBashTool } from '../../built-in-tools/shell/bash-tool.ts'
import type { PermissionState } from '../../permissions/permission.ts'
import { createToolHarness, type ToolHarnessOptions } from '../../testing/tool-harness.ts'
import { createSandbox } from '../create-sandbox.ts'
import { findSandboxTool } from '../find-sandbox-tool.ts'
import type { Confine, Sandbox, SandboxTool } from '../sandbox.ts'
import { toSandboxSettings } from '../sandbox-settings.ts'

const found = await findSandboxTool(process.env, { mayBeWeaker: false })

/** Why there is no sandbox on this machine; null where there is one. */
export const NO_SANDBOX: string | null = found.kind === 'none' ? found.reason : null

/** What keeps commands in on this machine. */
export const TOOL: SandboxTool['kind'] | 'none' = found.kind

/** A project, a home and things outside both, in which commands really run. */
export type SandboxScene = {
  readonly root: string
  readonly project: string
  readonly home: string
  run(command: string, input?: JsonObject): Promise<string>
  close(): Promise<void>
}

export type SandboxSceneOptions = {
  readonly settings?: JsonObject
  readonly rules?: Partial<PermissionState['rules']>
  readonly env?: ToolHarnessOptions['env']
  /** Commands run as somebody without rights; only root can do that. */
  readonly isPlainUser?: boolean
}

/** Makes a scene with a secret in each place that is to be kept. */
export async function createSandboxScene(options: SandboxSceneOptions = {}): Promise<SandboxScene> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-inside-')))
  const [project, home] = [join(root, 'project'), join(root, 'home')]
  for (const [path, text] of Object.entries(FILES)) write(join(root, path), text)
  symlinkSync('../outside', join(project, 'link-out'))
  const env = { ...process.env, HOME: home, SECRET_KEY_TEST: 'x', ...options.env }
  const settings = toSandboxSettings({ enabled: true, ...options.settings })
  const isPlain = options.isPlainUser === true
  const own = createSandbox({
    settings,
    env,
    personFolder: join(home, '.claude'),
    isRoot: !isPlain && IS_ROOT,
  })
  const sandbox = isPlain ? asPlainUser(own, root) : own
  const rules = { allow: [], deny: [], ask: [], ...options.rules }
  const harness = await createToolHarness({
    env,
    services: { sandbox },
    permissions: { cwd: project, home, rules },
  })
  const context = { ...harness.context, cwd: project }
  const bash = createBashTool()
  return {
    root,
    project,
    home,
    async run(command, input = {}) {
      const call = await bash.prepare({ command, ...input }, context)
      if ('problem' in call) return call.problem
      const steps = call.run()
      for (;;) {
        const step = await steps.next()
        if (step.done === true) return String(step.value.content)
      }
    },
    async close() {
      await sandbox.close()
      await harness.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Whether commands can be run as somebody else here. */
export const IS_ROOT: boolean = process.getuid?.() === 0 && TOOL !== 'seatbelt'

const NOBODY = 65_534

/** Everything belongs to somebody without rights, who starts what runs inside. */
function asPlainUser(sandbox: Sandbox, root: string): Sandbox {
  giveAway(root)
  return {
    ...sandbox,
    async choose(command, state) {
      const chosen = await sandbox.choose(command, state)
      if (chosen === null || 'problem' in chosen) return chosen
      giveAway(chosen.temporaryFolder)
      return { ...chosen, confine: program => toNobody(chosen.confine(program)) }
    },
  }
}

function toNobody(program: ReturnType<Confine>): ReturnType<Confine> {
  if ('problem' in program) return program
  const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  return { ...program, file: 'setpriv', args: [...user, program.file, ...program.args] }
}

function giveAway(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), NOBODY, NOBODY)
  lchownSync(folder, NOBODY, NOBODY)
}

/** What no command may read shows itself by this. */
export const SECRET = 'the-secret-value'

const FILES: Readonly<Record<string, string>> = {
  'project/README.md': 'Hello.\n',
  'project/.env': `KEY=${SECRET}\n`,
  'project/secrets/key.txt': `${SECRET}\n`,
  'project/.git/config': '[core]\n\tbare = false\n',
  'project/.git/HEAD': 'ref: refs/heads/main\n',
  'project/.git/hooks/sample': '\n',
  'project/.claude/settings.json': '{}\n',
  'project/locked/file.txt': 'locked\n',
  'project/deep/a/file.txt': 'deep\n',
  'outside/file.txt': 'outside\n',
  'home/.ssh/id_rsa': `${SECRET}\n`,
  'home/.bashrc': '# mine\n',
  'home/.claude/projects/x/log.jsonl': '{}\n',
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
