import { isObject, type JsonObject } from '@antiphon/contract'

/** What a hook may answer: a command as JSON on its standard output, a callback as its value. */
export type HookOutput = {
  /** False ends the turn. */
  readonly continue?: boolean
  readonly stopReason?: string
  readonly suppressOutput?: boolean
  /** A line for the person. */
  readonly systemMessage?: string
  readonly decision?: 'approve' | 'block'
  readonly reason?: string
  readonly hookSpecificOutput?: HookSpecificOutput
}

type HookSpecificOutput = {
  readonly hookEventName?: string
  readonly permissionDecision?: HookPermission
  readonly permissionDecisionReason?: string
  readonly updatedInput?: JsonObject
  readonly additionalContext?: string
}

export type HookPermission = 'allow' | 'deny' | 'ask'

/** Standard output as an answer: an object where it is one, else null; then it is plain text. */
export function parseHookOutput(stdout: string): HookOutput | null {
  const text = stdout.trim()
  if (!text.startsWith('{')) return null
  try {
    return toHookOutput(JSON.parse(text))
  } catch {
    return null
  }
}

/** The fields that have the type they should have; a field of another type counts as absent. */
export function toHookOutput(value: unknown): HookOutput {
  if (!isObject(value)) return {}
  const specific = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  return {
    ...(typeof value.continue === 'boolean' && { continue: value.continue }),
    ...textField('stopReason', value),
    ...(typeof value.suppressOutput === 'boolean' && { suppressOutput: value.suppressOutput }),
    ...textField('systemMessage', value),
    ...oneOf('decision', DECISIONS, value),
    ...textField('reason', value),
    hookSpecificOutput: specific.decision === undefined ? toSpecific(specific) : toPermissionAnswer(specific),
  }
}

const DECISIONS = ['approve', 'block'] as const
const PERMISSIONS = ['allow', 'deny', 'ask'] as const

function toSpecific(specific: Record<string, unknown>): HookSpecificOutput {
  return {
    ...textField('hookEventName', specific),
    ...oneOf('permissionDecision', PERMISSIONS, specific),
    ...textField('permissionDecisionReason', specific),
    ...inputField(specific),
    ...textField('additionalContext', specific),
  }
}

/** A `PermissionRequest` is answered as a person would answer: `{decision: {behavior, updatedInput, message}}`. */
function toPermissionAnswer(specific: Record<string, unknown>): HookSpecificOutput {
  const decision = isObject(specific.decision) ? specific.decision : {}
  return toSpecific({
    ...specific,
    permissionDecision: decision.behavior,
    permissionDecisionReason: decision.message,
    updatedInput: decision.updatedInput,
  })
}

function textField<N extends string>(
  name: N,
  fields: Record<string, unknown>,
): { readonly [K in N]?: string } {
  const value = fields[name]
  // The computed key is the one that the type names.
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [K in N]?: string }
}

function oneOf<N extends string, V extends string>(
  name: N,
  values: readonly V[],
  fields: Record<string, unknown>,
): { readonly [K in N]?: V } {
  const found = values.find(value => value === fields[name])
  // The computed key is the one that the type names.
  return (found === undefined ? {} : { [name]: found }) as { readonly [K in N]?: V }
}

function inputField({ updatedInput }: Record<string, unknown>): { readonly updatedInput?: JsonObject } {
  // It came as JSON, or from a callback that promised it.
  return isObject(updatedInput) ? { updatedInput: updatedInput as JsonObject } : {}
}
