import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A program in a real terminal (tmux), as far as it is measured. */
export type TerminalProgram = {
  /** Milliseconds from its start until it has written something; throws where it never does. */
  readonly until: (words: string) => Promise<number>
  readonly type: (text: string) => Promise<void>
  readonly press: (key: string) => Promise<void>
  /** Bytes that it has written. */
  readonly written: () => number
  /** Milliseconds of the processor that it and its children have taken. */
  readonly cpu: () => number
  /** The most memory that it had, in MB. */
  readonly peak: () => number
  readonly close: () => Promise<void>
}

export type ProgramOptions = {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts a program; the time counts from when its shell may become it. */
export async function openProgram({ command, cwd, env }: ProgramOptions): Promise<TerminalProgram> {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-bench-chat-'))
  const [socket, output, gate] = [join(base, 'socket'), join(base, 'output'), join(base, 'gate')]
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (await promisify(execFile)('tmux', ['-S', socket, '-f', '/dev/null', ...words])).stdout
  writeFileSync(output, '')
  const variables = Object.entries(env).map(([name, value]) => quote(`${name}=${value}`))
  const start = `exec env ${variables.join(' ')} ${command.map(quote).join(' ')}`
  await tmux(
    ...['new-session', '-d', '-x', '100', '-y', '40'],
    `cd ${quote(cwd)}; while [ ! -e ${quote(gate)} ]; do sleep 0.01; done; ${start}`,
  )
  await tmux('pipe-pane', '-o', `cat >> ${quote(output)}`)
  const pid = Number((await tmux('display', '-p', '#{pane_pid}')).trim())
  const began = performance.now()
  writeFileSync(gate, '')
  return {
    async until(words) {
      for (const end = began + PATIENCE_MS; performance.now() < end; await sleep(5))
        if (readFileSync(output, 'utf8').includes(words)) return performance.now() - began
      throw new Error(`${command[0]} never wrote ${words}: ${readFileSync(output, 'utf8').slice(-2000)}`)
    },
    type: async text => void (await tmux('send-keys', '-l', text)),
    press: async key => void (await tmux('send-keys', key)),
    written: () => statSync(output).size,
    cpu: () => readTree(pid).reduce((sum, one) => sum + readCpu(one), 0),
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    async close() {
      await tmux('kill-server').catch(() => undefined)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const PATIENCE_MS = 100_000

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** A process and its children. */
function readTree(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(thread =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return [pid, ...children.map(Number).flatMap(readTree)]
}

/** User and system time, which the kernel counts in hundredths of a second. */
function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
