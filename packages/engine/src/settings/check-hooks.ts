import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { HOOK_EVENT_NAMES } from '@antiphon/core/wire'
import type { FieldPlace } from './field-check.ts'

/** Keeps every hook that can be run: a matcher that is broken costs itself and no other. */
export function checkHooks(value: unknown, { path, report }: FieldPlace): JsonObject | undefined {
  if (!isObject(value)) {
    report(`${path} is no object`, EXAMPLE)
    return undefined
  }
  const kept: [string, JsonValue][] = []
  for (const [event, matchers] of Object.entries(value)) {
    const place = { path: `${path}.${event}`, report }
    if (!isHookEvent(event))
      report(`${place.path} names no event`, `use one of ${HOOK_EVENT_NAMES.join(', ')}`)
    else if (!Array.isArray(matchers)) report(`${place.path} is no list`, EXAMPLE)
    else kept.push([event, checkEach(matchers, { place, check: checkMatcher })])
  }
  return Object.fromEntries(kept)
}

const EXAMPLE =
  'write {"hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "…"}]}]}}'

function isHookEvent(name: string): boolean {
  return (HOOK_EVENT_NAMES as readonly string[]).includes(name)
}

type Check = (value: unknown, place: FieldPlace) => JsonObject | undefined

function checkEach(
  items: readonly unknown[],
  { place, check }: { readonly place: FieldPlace; readonly check: Check },
): JsonValue {
  return items
    .map((item, index) => check(item, { ...place, path: `${place.path}[${index}]` }))
    .filter(item => item !== undefined)
}

function checkMatcher(value: unknown, place: FieldPlace): JsonObject | undefined {
  if (!isObject(value) || !Array.isArray(value.hooks)) {
    place.report(`${place.path} has no list of hooks`, EXAMPLE)
    return undefined
  }
  const { matcher } = value
  if (matcher !== undefined && typeof matcher !== 'string') {
    place.report(`${place.path}.matcher is no text`, 'write the name of a tool, a pattern, or leave it out')
    return undefined
  }
  const hooks = checkEach(value.hooks, { place: { ...place, path: `${place.path}.hooks` }, check: checkHook })
  return { ...(matcher !== undefined && { matcher }), hooks }
}

function checkHook(value: unknown, { path, report }: FieldPlace): JsonObject | undefined {
  if (!isObject(value) || value.type !== 'command' || typeof value.command !== 'string') {
    report(`${path} is no command`, 'write {"type": "command", "command": "…"}; other kinds are not run here')
    return undefined
  }
  const { timeout, ...rest } = value
  // Nothing but JSON comes out of a JSON file.
  const hook = rest as JsonObject
  if (timeout === undefined) return hook
  if (typeof timeout === 'number' && timeout > 0) return { ...hook, timeout }
  report(`${path}.timeout is no number of seconds`, 'write a number above 0; the default holds until then')
  return hook
}
