import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { isPermissionMode, PERMISSION_MODES, type PermissionMode } from '@antiphon/core'
import { HOOK_EVENT_NAMES } from '@antiphon/core/wire'
import type { SettingsProblem } from './settings.ts'

/** One file's settings without the fields that have a wrong type, and what was left out. */
export type CheckedSettings = { readonly fields: JsonObject; readonly problems: readonly SettingsProblem[] }

/** Looks at every known field; what is wrong costs that field only, what is unknown passes through. */
export function checkSettings(value: unknown, file: string): CheckedSettings {
  const problems: SettingsProblem[] = []
  const report = (what: string, whatToDo: string): void => {
    problems.push({ file, what, whatToDo })
  }
  if (!isObject(value)) {
    report('the file holds no object', 'write the settings as {"permissions": {…}, …}')
    return { fields: {}, problems }
  }
  return { fields: checkFields(value, { checks: CHECKS, path: '', report }), problems }
}

const PERMISSION_CHECKS: Readonly<Record<string, FieldCheck>> = {
  allow: keepStrings,
  deny: keepStrings,
  ask: keepStrings,
  additionalDirectories: keepStrings,
  defaultMode: keepMode,
}

const SANDBOX_EXAMPLE =
  'write {"sandbox": {"enabled": true, "network": {"allowedDomains": ["…"]}, "filesystem": {"allowWrite": ["…"]}}}'

const CHECKS: Readonly<Record<string, FieldCheck>> = {
  permissions: keepObject(
    'write {"permissions": {"allow": ["…"], "deny": [], "ask": []}}',
    PERMISSION_CHECKS,
  ),
  hooks: checkHooks,
  env: keepEnvironment,
  disableAllHooks: keepBoolean,
  model: keepString,
  outputStyle: keepString,
  enableAllProjectMcpServers: keepBoolean,
  enabledMcpjsonServers: keepStrings,
  disabledMcpjsonServers: keepStrings,
  sandbox: keepObject(SANDBOX_EXAMPLE, {
    enabled: keepBoolean,
    autoAllowBashIfSandboxed: keepBoolean,
    allowUnsandboxedCommands: keepBoolean,
    failIfUnavailable: keepBoolean,
    enableWeakerNestedSandbox: keepBoolean,
    excludedCommands: keepStrings,
    filesystem: keepObject(SANDBOX_EXAMPLE, {
      allowWrite: keepStrings,
      denyWrite: keepStrings,
      denyRead: keepStrings,
      allowRead: keepStrings,
    }),
    network: keepObject(SANDBOX_EXAMPLE, {
      allowedDomains: keepStrings,
      deniedDomains: keepStrings,
      allowAllUnixSockets: keepBoolean,
      allowLocalBinding: keepBoolean,
    }),
  }),
}

type Checking = {
  readonly checks: Readonly<Record<string, FieldCheck>>
  readonly path: string
  readonly report: (what: string, whatToDo: string) => void
}

/** An object whose known fields are looked at one by one. */
function keepObject(example: string, checks: Checking['checks']): FieldCheck {
  return (value, { path, report }) => {
    if (isObject(value)) return checkFields(value, { checks, path: `${path}.`, report })
    report(`${path} is no object`, example)
    return undefined
  }
}

function checkFields(fields: Record<string, unknown>, { checks, path, report }: Checking): JsonObject {
  const kept: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    // Nothing but JSON comes out of a JSON file.
    const checked = check ? check(value, { path: `${path}${name}`, report }) : (value as JsonValue)
    if (checked !== undefined) kept.push([name, checked])
  }
  return Object.fromEntries(kept)
}

/** Numbers and booleans are what people mean to write as text there. */
function keepEnvironment(value: unknown, { path, report }: Parameters<FieldCheck>[1]): JsonValue | undefined {
  if (!isObject(value)) {
    report(`${path} is no object`, 'write {"env": {"NAME": "value"}}')
    return undefined
  }
  const kept: [string, string][] = []
  for (const [name, entry] of Object.entries(value)) {
    if (isString(entry) || typeof entry === 'number' || typeof entry === 'boolean')
      kept.push([name, `${entry}`])
    else report(`${path}.${name} is no text`, 'put the value into quotes')
  }
  return Object.fromEntries(kept)
}

/** Gives a field's value, or the part of it that can be used; undefined where nothing can. */
type FieldCheck = (value: unknown, place: FieldPlace) => JsonValue | undefined

type FieldPlace = {
  /** The field as a person would look for it: `permissions.allow`. */
  readonly path: string
  readonly report: (what: string, whatToDo: string) => void
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function keepString(value: unknown, { path, report }: FieldPlace): string | undefined {
  if (isString(value)) return value
  report(`${path} is no text`, 'write it in quotes')
  return undefined
}

function keepBoolean(value: unknown, { path, report }: FieldPlace): boolean | undefined {
  if (typeof value === 'boolean') return value
  report(`${path} is neither true nor false`, 'write true or false, without quotes')
  return undefined
}

/** A list of texts; a single text is taken as a list of one. */
function keepStrings(value: unknown, { path, report }: FieldPlace): readonly string[] | undefined {
  if (isString(value)) return [value]
  if (!Array.isArray(value)) {
    report(`${path} is no list`, `write ["…"]`)
    return undefined
  }
  value.forEach((item, index) => {
    if (!isString(item)) report(`${path}[${index}] is no text`, 'write it in quotes')
  })
  return value.filter(isString)
}

function keepMode(value: unknown, { path, report }: FieldPlace): PermissionMode | undefined {
  if (isPermissionMode(value)) return value
  report(`${path} is no permission mode`, `write one of ${PERMISSION_MODES.join(', ')}`)
  return undefined
}

/** Keeps every hook that can be run: a matcher that is broken costs itself and no other. */
function checkHooks(value: unknown, { path, report }: FieldPlace): JsonObject | undefined {
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
