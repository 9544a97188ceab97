import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDialogue, replayDialogue } from './control-run.ts'
import { observe } from './observe.ts'
import type { Printed } from './recording.ts'
import { createReplayFolder, type ReplayFolder } from './replay-run.ts'

let folder: ReplayFolder
beforeEach(() => {
  folder = createReplayFolder()
})
afterEach(() => folder.remove())

describe('the executable, with the host of a recorded dialogue', () => {
  /**
   * Calls run while the answer still comes, so that what one call does and what the model says are compared each for
   * itself. Ignored: ids, times, paths, the reply to `initialize` but for the names of its fields that hosts read, how the
   * model's words are cut into parts, names and suggestions for a person in a question, and how stored entries are
   * gathered into mirror frames.
   */
  it('asks, tells and ends as was recorded', async () => {
    const dialogue = readDialogue()
    const ours = await replayDialogue(dialogue, folder)
    const theirs = dialogue.fromAgent
    expect(frameOf(ours)).toEqual(frameOf(theirs))
    expect(streamOf(ours)).toEqual(streamOf(theirs))
    for (const call of ['toolu_m1', 'toolu_m2']) expect(callOf(ours, call)).toEqual(callOf(theirs, call))
    expect(statesOf(ours)).toEqual(statesOf(theirs))
    expect(mirrored(ours)).toEqual(mirrored(theirs))
  })

  it('answers initialize with all that a host reads of it', async () => {
    const dialogue = readDialogue()
    const [reply] = await replayDialogue(dialogue, folder)
    const { response: theirs } = dialogue.fromAgent[0]?.response ?? {}
    const ours = reply?.response.response
    for (const field of READ_BY_HOSTS)
      expect([field, typeof ours[field]]).toEqual([field, typeof theirs[field]])
    expect(reply?.response).toMatchObject({
      subtype: 'success',
      request_id: dialogue.fromHost[0]?.request_id,
    })
  })
})

const READ_BY_HOSTS = [
  ...['commands', 'agents', 'output_style', 'available_output_styles', 'models', 'account', 'pid'],
]

/** What opens and closes the turn. */
function frameOf(frames: readonly Printed[]): readonly unknown[] {
  return frames
    .filter(({ type, subtype }) => type === 'control_response' || type === 'result' || subtype === 'init')
    .map(frame => (frame.type === 'control_response' ? 'control_response' : observe(frame)))
}

/** What the model says: parts put together by block, and whole blocks between them. */
function streamOf(frames: readonly Printed[]): readonly string[] {
  const said: string[] = []
  for (const { type, subtype, event, status, message } of frames) {
    if (subtype === 'status') said.push(`status ${status}`)
    if (type === 'assistant') said.push(`assistant ${message.content[0].type}`)
    if (type !== 'stream_event') continue
    const words = event.delta?.partial_json ?? event.delta?.text
    const name = [event.type, event.index].join(' ')
    if (words === undefined) said.push(name)
    else if (said.at(-1)?.startsWith(`${name}:`)) said[said.length - 1] += words
    else said.push(`${name}:${words}`)
  }
  return said
}

/** What becomes of one call: questions about it, and its result. */
function callOf(frames: readonly Printed[], id: string): readonly unknown[] {
  return frames.flatMap(({ type, request, message }): readonly unknown[] => {
    if (type === 'control_request') return idOf(request) === id ? [observeQuestion(request)] : []
    const blocks: readonly Printed[] = type === 'user' ? message.content : []
    // The words of these results are the host's own.
    return blocks
      .filter(block => block.tool_use_id === id)
      .map(({ content, is_error: isError = false }) => ({ content, isError }))
  })
}

function idOf(request: Printed): string | undefined {
  return request.tool_use_id ?? request.message?.params?._meta?.['claudecode/toolUseId']
}

function observeQuestion(request: Printed): unknown {
  const { subtype, callback_id, input, tool_name, server_name, message, permission_suggestions } = request
  switch (subtype) {
    case 'hook_callback':
      return [
        subtype,
        callback_id,
        input.hook_event_name,
        input.tool_name,
        input.tool_input,
        input.tool_use_id,
      ]
    case 'can_use_tool':
      return [subtype, tool_name, input, permission_suggestions?.[0].type]
    default:
      return [subtype, server_name, message.method, message.params.name, message.params.arguments]
  }
}

function statesOf(frames: readonly Printed[]): readonly string[] {
  return frames.flatMap(({ subtype, state }) => (subtype === 'session_state_changed' ? [state] : []))
}

/** Which messages were stored, in their order; each program has other entries beside them. */
function mirrored(frames: readonly Printed[]): readonly string[] {
  return frames
    .filter(({ type }) => type === 'transcript_mirror')
    .flatMap(({ entries }) => entries)
    .map(({ type }) => type)
    .filter(type => type === 'user' || type === 'assistant')
}
