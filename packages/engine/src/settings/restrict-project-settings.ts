import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import type { CheckedSettings } from './check-settings.ts'

type RestrictOptions = {
  readonly file: string
  /** What a person does to let all of it count. */
  readonly whatToDo: string
}

/**
 * What a folder that nobody trusts may decide: it may forbid, ask for questions, and choose a model and a style. All
 * that runs programs, sets variables or allows something is left out, a field of a later version included.
 */
export function restrictProjectSettings(
  fields: JsonObject,
  { file, whatToDo }: RestrictOptions,
): CheckedSettings {
  const permissions = isObject(fields.permissions) ? (fields.permissions as JsonObject) : {}
  const sandbox = isObject(fields.sandbox) ? (fields.sandbox as JsonObject) : {}
  const top = split(fields, name => name === 'permissions' || name === 'sandbox' || HARMLESS.has(name))
  const inner = split(permissions, isCareful)
  const box = split(sandbox, isStricter)
  const ignored = [
    ...top.left,
    ...inner.left.map(name => `permissions.${name}`),
    ...box.left.map(name => `sandbox.${name}`),
  ]
  return {
    fields: {
      ...top.kept,
      ...(fields.permissions !== undefined && { permissions: inner.kept }),
      ...(fields.sandbox !== undefined && { sandbox: box.kept }),
    },
    problems:
      ignored.length === 0
        ? []
        : [{ file, what: `ignored, because nobody trusts this folder: ${ignored.join(', ')}`, whatToDo }],
  }
}

const HARMLESS: ReadonlySet<string> = new Set(['$schema', 'model', 'outputStyle', 'disabledMcpjsonServers'])

/** Of the modes only `plan` allows nothing that another would not: even `default` may undo a person's `plan`. */
function isCareful(name: string, value: JsonValue | undefined): boolean {
  return name === 'deny' || name === 'ask' || (name === 'defaultMode' && value === 'plan')
}

/** What makes a sandbox smaller; lists of files and hosts can make it larger. */
function isStricter(name: string, value: JsonValue | undefined): boolean {
  return (
    (value === true && (name === 'enabled' || name === 'failIfUnavailable')) ||
    (value === false && (name === 'autoAllowBashIfSandboxed' || name === 'allowUnsandboxedCommands'))
  )
}

function split(
  fields: JsonObject,
  isKept: (name: string, value: JsonValue | undefined) => boolean,
): { readonly kept: JsonObject; readonly left: readonly string[] } {
  const entries = Object.entries(fields)
  return {
    kept: Object.fromEntries(entries.filter(([name, value]) => isKept(name, value))),
    left: entries.filter(([name, value]) => !isKept(name, value)).map(([name]) => name),
  }
}
