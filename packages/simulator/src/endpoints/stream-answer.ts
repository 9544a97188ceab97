import type { ServerResponse } from 'node:http'
import type { AnswerMessage } from '../answer/answer-message.ts'
import { toFrames } from '../answer/to-frames.ts'
import { disturbFrames, type FrameStep } from '../faults/disturb-frames.ts'
import type { Fault } from '../faults/fault.ts'
import { joinFrames } from '../http/join-frames.ts'
import { waitForReader, waitWhileOpen } from '../http/wait-while-open.ts'
import type { Dialect } from '../platforms/dialect.ts'

type StreamAnswerOptions = {
  readonly response: ServerResponse
  readonly dialect: Dialect
  readonly message: AnswerMessage
  readonly fault: Fault | null
  /** Milliseconds between two events. */
  readonly pace: number
}

/** Streams a message as the platform does; a slow reader slows it down, one that goes away ends it. */
export async function streamAnswer(options: StreamAnswerOptions): Promise<void> {
  const { response, dialect } = options
  response.writeHead(200, { 'content-type': dialect.streamType, 'cache-control': 'no-cache' })
  for (const step of toSteps(options)) {
    if (response.destroyed) return
    if (step.kind === 'wait') await waitWhileOpen(response, step.milliseconds)
    else if (step.kind === 'break') return void (await breakOff(response))
    else if (!response.write(step.data)) await waitForReader(response)
  }
  response.end()
}

function* toSteps(options: StreamAnswerOptions): Generator<FrameStep, void, undefined> {
  const { dialect, message, fault, pace } = options
  const encode = dialect.createEncoder(message)
  const frames = toFrames(message, { isCutInCall: fault?.kind === 'max-tokens-in-call', encode })
  const paced: Fault | null = fault ?? (pace > 0 ? { kind: 'slow-stream', milliseconds: pace } : null)
  if (paced) yield* disturbFrames(frames, paced, encode)
  else for (const data of joinFrames(frames)) yield { kind: 'send', data }
}

/** What was written has to leave before the connection breaks, or the client would see less than it should. */
async function breakOff(response: ServerResponse): Promise<void> {
  await waitForReader(response)
  await waitWhileOpen(response, 1)
  response.destroy()
}
