import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { checkHooks } from './check-hooks.ts'
import { type FieldCheck, isString, keepBoolean, keepMode, keepString, keepStrings } from './field-check.ts'
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
