import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createScriptModel, startSimulator } from '@antiphon/simulator'
import { startAntiphon } from '../spawn-antiphon.ts'
import { type Printed, RECORDED_USAGE, readLines } from './recording.ts'
import type { ReplayFolder } from './replay-run.ts'

const FOLDER = new URL('../../../core/fixtures/control-protocol/', import.meta.url)

/** A dialogue between the official SDK and Claude Code. */
export type Dialogue = {
  readonly argv: readonly string[]
  readonly fromHost: readonly Printed[]
  readonly fromAgent: readonly Printed[]
}

/** Reads the recorded one. */
export function readDialogue(): Dialogue {
  return {
    argv: readFileSync(new URL('argv.txt', FOLDER), 'utf8').split('\n').filter(Boolean),
    fromHost: readLines(new URL('sdk-to-cli.jsonl', FOLDER)),
    fromAgent: readLines(new URL('cli-to-sdk.jsonl', FOLDER)),
  }
}

/** Plays the host of a dialogue to our executable: its questions and prompt as they are, its answers to our questions. */
export async function replayDialogue(dialogue: Dialogue, folder: ReplayFolder): Promise<readonly Printed[]> {
  const { argv, fromHost, fromAgent } = dialogue
  const simulator = await startSimulator({ model: createScriptModel(findReplies(fromAgent)) })
  const child = startAntiphon(
    argv,
    {
      HOME: folder.home,
      ANTHROPIC_API_KEY: 'any',
      ANTHROPIC_BASE_URL: simulator.url,
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    },
    folder.project,
  )
  const closed = once(child, 'close')
  const patience = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const frames: Printed[] = []
  const send = (frame: unknown): void => void child.stdin.write(`${JSON.stringify(frame)}\n`)
  try {
    for (const frame of fromHost) if (frame.type !== 'control_response') send(frame)
    for await (const line of createInterface(child.stdout)) {
      const frame: Printed = JSON.parse(line)
      frames.push(frame)
      if (frame.type === 'control_request') send(findAnswer(frame, dialogue))
      if (frame.state === 'idle') child.stdin.end()
    }
    await closed
    return frames
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
    await simulator.close()
  }
}

function findReplies(frames: readonly Printed[]): readonly Parameters<typeof createScriptModel>[0][number][] {
  const ids = [...new Set(frames.filter(({ type }) => type === 'assistant').map(({ message }) => message.id))]
  return ids.map(id => ({
    blocks: frames
      .filter(({ type, message }) => type === 'assistant' && message.id === id)
      .flatMap(({ message }) => message.content),
    usage: RECORDED_USAGE,
  }))
}

/** The recorded answer to the question that is the same but for its ids. */
function findAnswer(asked: Printed, { fromAgent, fromHost }: Dialogue): object {
  const { request_id: requestId, request } = asked
  const recorded = fromAgent.find(
    ({ type, request: other }) => type === 'control_request' && keyOf(other) === keyOf(request),
  )
  const answer = fromHost.find(({ response }) => response?.request_id === recorded?.request_id)
  if (!recorded || !answer) {
    const error = `nobody asked this in the recording: ${JSON.stringify(request)}`
    return { type: 'control_response', response: { subtype: 'error', request_id: requestId, error } }
  }
  const { response } = answer.response
  const rpc = response.mcp_response
  return {
    type: 'control_response',
    response: {
      ...answer.response,
      request_id: requestId,
      response: rpc ? { ...response, mcp_response: { ...rpc, id: request.message.id } } : response,
    },
  }
}

function keyOf(request: Printed): string {
  return [request.subtype, request.tool_use_id, request.message?.method, request.message?.params?.name].join()
}
