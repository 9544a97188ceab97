import { isObject, type JsonObject } from '@antiphon/contract'
import { expect } from 'vitest'
import type { HostLine } from './host-lines.ts'

/** Whatever a host has said: each question is answered once, each turn has one result, each prompt one turn. */
export function expectOrder(frames: readonly JsonObject[], sent: readonly HostLine[]): void {
  const answers = frames.flatMap(({ type, response }) =>
    type === 'control_response' && isObject(response) ? [response] : [],
  )
  const asked = sent.flatMap(({ requestId }) => requestId ?? [])
  expect(answers.map(({ request_id: id }) => id).toSorted()).toEqual(asked.toSorted())
  // A turn opens with `init` and closes with its one result, never two at once.
  const turns = frames.flatMap(({ type, subtype }) =>
    type === 'result' ? ['result'] : subtype === 'init' ? ['init'] : [],
  )
  expect(turns).toEqual(Array.from({ length: turns.length / 2 }, () => ['init', 'result']).flat())
  const states = frames.flatMap(({ subtype, state }) => (subtype === 'session_state_changed' ? [state] : []))
  if (states.length > 0) expect(states.at(-1)).toBe('idle')
  expectPrompts(frames, sent)
  expectQuestions(frames)
}

/** The prompts of which the host knows what became of them. */
export function listSettledPrompts(
  frames: readonly JsonObject[],
  sent: readonly HostLine[],
): readonly unknown[] {
  const cancelling = new Map(sent.map(({ requestId, cancels }) => [requestId, cancels]))
  return frames.flatMap(({ type, user_message_uuids: told, response }) => {
    if (type === 'result') return Array.isArray(told) ? told : []
    if (type !== 'control_response' || !isObject(response) || !isObject(response.response)) return []
    const { cancelled } = response.response
    if (Array.isArray(cancelled)) return cancelled
    return cancelled === true ? [cancelling.get(String(response.request_id))] : []
  })
}

/** Every prompt was taken up by exactly one turn, or cancelled: never both, never neither. */
function expectPrompts(frames: readonly JsonObject[], sent: readonly HostLine[]): void {
  const settled = listSettledPrompts(frames, sent)
  expect(new Set(settled).size).toBe(settled.length)
  const prompts = sent.flatMap(({ prompt }) => prompt ?? [])
  expect(settled).toEqual(expect.arrayContaining(prompts.flatMap(({ uuid }) => uuid ?? [])))
  expect(settled).toHaveLength(prompts.length)
}

/** No question of the program is asked twice, and none is taken back that was not asked. */
function expectQuestions(frames: readonly JsonObject[]): void {
  const idsOf = (wanted: string): readonly unknown[] =>
    frames.flatMap(({ type, request_id: id }) => (type === wanted ? [id] : []))
  const asked = idsOf('control_request')
  expect(new Set(asked).size).toBe(asked.length)
  const takenBack = idsOf('control_cancel_request')
  expect(new Set(takenBack).size).toBe(takenBack.length)
  expect(asked).toEqual(expect.arrayContaining([...takenBack]))
  const calls = frames.flatMap(({ request }) =>
    isObject(request) && request.subtype === 'can_use_tool' ? [request.tool_use_id] : [],
  )
  expect(new Set(calls).size).toBe(calls.length)
}
