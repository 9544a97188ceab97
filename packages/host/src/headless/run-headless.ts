import { DEFAULT_MAX_LINE_BYTES } from '@antiphon/core/wire'
import type { ExitCode } from '../program-error.ts'
import { createHeadlessProgram, type HeadlessProgramOptions } from './headless-program.ts'
import { createHost } from './host.ts'
import type { HostFrame } from './host-frame.ts'
import type { HostOutput } from './host-output.ts'

export type HeadlessOptions = Omit<HeadlessProgramOptions, 'host'> & {
  /** What the host says, until it has nothing more to say. */
  readonly frames: AsyncIterable<HostFrame>
  readonly output: HostOutput
}

/** Runs the agent for whoever speaks in `frames`, until they have nothing more to say and all of it is answered. */
export async function runHeadless({ frames, output, ...options }: HeadlessOptions): Promise<ExitCode> {
  const host = createHost(event => output.write(event), maxHostLine(options.io.env))
  const program = createHeadlessProgram({ ...options, host })
  for await (const frame of frames) program.hear(frame)
  host.leave()
  try {
    return await program.end()
  } finally {
    await output.end()
  }
}

/** The longest line that a host can read: the Python SDK's reader dies of a longer one, others read any. */
function maxHostLine(env: Readonly<Record<string, string | undefined>>): number {
  return env.CLAUDE_CODE_ENTRYPOINT === 'sdk-py' ? DEFAULT_MAX_LINE_BYTES : Number.POSITIVE_INFINITY
}
