import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Io, ProgramError } from '@antiphon/host'
import { makeFolder } from '@antiphon/transcript'
import type { ServiceCommand, ServicePlan } from './plan-service.ts'

/** What became of it, in lines for a person; `isDone` is false where they have to run something themselves. */
export type ServiceChange = { readonly isDone: boolean; readonly lines: readonly string[] }

/** What would be written and run. */
export function describeService({ path, text, install }: ServicePlan): readonly string[] {
  return [`Would write ${path}:`, '', ...text.trimEnd().split('\n'), '', 'and run:', ...toLines(install)]
}

/** Writes the file and starts the service; where the system cannot, the person is told what to run. */
export async function installService(plan: ServicePlan, io: Pick<Io, 'env'>): Promise<ServiceChange> {
  const { path, text, install, hint, command } = plan
  try {
    makeFolder(dirname(path), 0o777)
    await writeFile(path, text, { mode: 0o600 })
    await chmod(path, 0o600)
  } catch (error) {
    throw new ProgramError('unwritable', `${path} cannot be written (${wordsOf(error)}).`, { cause: error })
  }
  const failure = await runAll(install, io)
  if (failure === null) return { isDone: true, lines: [`Installed ${path}.`, hint] }
  return {
    isDone: false,
    lines: [
      `Wrote ${path}, but it was not started: ${failure}`,
      'Where your session has it, run:',
      ...toLines(install),
      `Without such a service have \`${command}\` started when you log in.`,
    ],
  }
}

/** Stops the service and removes its file. */
export async function uninstallService(
  { path, uninstall }: ServicePlan,
  io: Pick<Io, 'env'>,
): Promise<ServiceChange> {
  if (!existsSync(path)) return { isDone: true, lines: [`There is no ${path}: nothing is installed.`] }
  const [stop, ...others] = uninstall
  const failure = stop ? await runAll([stop], io) : null
  await rm(path, { force: true })
  await runAll(others, io)
  if (failure === null) return { isDone: true, lines: [`Removed ${path}.`] }
  return {
    isDone: false,
    lines: [
      `Removed ${path}, but it could not be stopped: ${failure}`,
      'If it runs, run:',
      ...toLines(uninstall),
    ],
  }
}

/** Null where all went well, else why the first that failed did. */
async function runAll(commands: readonly ServiceCommand[], { env }: Pick<Io, 'env'>): Promise<string | null> {
  for (const [program, ...words] of commands)
    try {
      await promisify(execFile)(program, words, { env, timeout: 20_000 })
    } catch (error) {
      return wordsOf(error, program)
    }
  return null
}

function wordsOf(error: unknown, program = ''): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT' && program !== '') return `there is no ${program} here.`
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return said.split('\n')[0] || error.message
}

function toLines(commands: readonly ServiceCommand[]): readonly string[] {
  return commands.map(words => `  ${words.join(' ')}`)
}
