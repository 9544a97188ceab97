import { PassThrough, type Writable } from 'node:stream'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { Output } from '@antiphon/host'
import { exitCodeOf, ProgramError, run } from '../src/index.ts'
import type { Ran } from './test-io.ts'

/** What a host can do while the command line runs. */
export type HostVoice = {
  /** Says a frame, or any bytes. */
  readonly say: (frame: JsonObject | Uint8Array) => void
  /** Ends the input. */
  readonly leave: () => void
}

/** The voice of a host that is heard at the other end of `stream`; one that has left is silent. */
export function createVoice(stream: Writable): HostVoice {
  return {
    say(frame) {
      if (!stream.writableEnded)
        stream.write(frame instanceof Uint8Array ? frame : `${JSON.stringify(frame)}\n`)
    },
    leave: () => void stream.end(),
  }
}

export type RunWithHostOptions = {
  /** What the command line reads, where somebody speaks into it already. */
  readonly stdin?: PassThrough
  readonly env: Readonly<Record<string, string>>
  /** Said at once. */
  readonly first?: readonly JsonObject[]
  /** Hears every frame as it is printed. */
  readonly hear: (frame: JsonObject, voice: HostVoice) => void
}

/** Runs a command line in this process for a host that answers what it reads; all of it passes as lines of text. */
export async function runWithHost(
  argv: readonly string[],
  { stdin = new PassThrough(), env, first = [], hear }: RunWithHostOptions,
): Promise<Ran & { readonly frames: readonly JsonObject[] }> {
  const voice = createVoice(stdin)
  const frames: JsonObject[] = []
  const [stdout, stderr] = [createOutput(), createOutput()]
  stdout.onText = text => {
    for (const line of text.split('\n').filter(Boolean)) {
      const frame: JsonObject = JSON.parse(line)
      frames.push(frame)
      hear(frame, voice)
    }
  }
  for (const frame of first) voice.say(frame)
  const code = await run(argv, {
    stdin,
    stdout: stdout.output,
    stderr: stderr.output,
    env,
    signal: new AbortController().signal,
    onClosedOutput: () => {},
  }).catch(error => {
    if (!(error instanceof ProgramError)) throw error
    return exitCodeOf(error)
  })
  return { code, frames, stdout: stdout.text(), stderr: stderr.text() }
}

/** A prompt as a host sends it. */
export function toPromptFrame(content: string | readonly JsonObject[], uuid?: string): JsonObject {
  return { type: 'user', message: { role: 'user', content }, ...(uuid !== undefined && { uuid }) }
}

/** The question in a frame, or null where it asks nothing. */
export function questionOf(frame: JsonObject): { readonly id: string; readonly request: JsonObject } | null {
  const { type, request_id: id, request } = frame
  // Frames are JSON.
  return type === 'control_request' && isObject(request)
    ? { id: String(id), request: request as JsonObject }
    : null
}

/** An answer to a question. */
export function toAnswerFrame(id: string, response: JsonObject): JsonObject {
  return { type: 'control_response', response: { subtype: 'success', request_id: id, response } }
}

type KeptOutput = {
  readonly output: Output
  readonly text: () => string
  onText: (text: string) => void
}

function createOutput(): KeptOutput {
  const parts: string[] = []
  const kept: KeptOutput = {
    text: () => parts.join(''),
    onText: () => {},
    output: {
      isTerminal: false,
      columns: () => undefined,
      async write(text) {
        parts.push(text)
        kept.onText(text)
      },
    },
  }
  return kept
}
