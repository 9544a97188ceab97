import { resolve } from 'node:path'
import { isObject, type JsonObject, type JsonValue, resolveModelAlias } from '@antiphon/contract'
import { isPermissionMode } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { checkSettings, type ThinkingChoice, type ThinkingDisplay, toRulesUpdate } from '@antiphon/engine'
import { mayBypassPermissions } from '../../agent/agent-flags.ts'
import { toThinkingChoice, withBudget } from '../../agent/read-environment.ts'
import type { HeadlessSession } from '../headless-session.ts'
import { tellHost } from '../to-host-events.ts'
import { type Control, readObject, readText } from './control.ts'

/** Other rules from the next call on; the host is told as of any change of the mode. */
export const setPermissionMode: Control = async (session, request) => {
  const mode = readText(request, 'mode')
  await changePermissionMode(session, mode)
  return { mode }
}

/** Throws for a mode that is unknown, and for doing without all questions where the start did not allow it. */
export async function changePermissionMode(session: HeadlessSession, mode: string): Promise<void> {
  const { agent } = session
  if (!isPermissionMode(mode)) throw new Error(`There is no permission mode ${mode}`)
  const isOn = agent.engine.permissions().mode === 'bypassPermissions'
  if (mode === 'bypassPermissions' && !isOn && !mayBypassPermissions(agent.flags))
    throw new Error(
      'Cannot set permission mode to bypassPermissions: the session was not started with --dangerously-skip-permissions or --allow-dangerously-skip-permissions',
    )
  agent.engine.setPermissionMode(mode)
  await session.mode.tell()
}

/** Another model from the next turn on; none, null and `default` mean the one that the session began with. */
export const setModel: Control = async (session, { model = null }) => {
  if (model !== null && typeof model !== 'string') throw new Error('set_model needs model, a text or null')
  return { model: await changeModel(session, model) }
}

/** A name that nobody knows here is tried: a newer model, or one of a server that speaks the same API. */
async function changeModel(session: HeadlessSession, wished: string | null): Promise<string> {
  const { engine, model: first } = session.agent
  if (wished?.trim() === '') throw new Error('A model needs a name; null means that of the beginning')
  const model = resolveModelAlias(wished?.trim() ?? 'default', first)
  for (const message of await engine.switchModel(model)) await tellHost(session, message)
  return model
}

/** How much the model thinks from the next turn on, and how its thoughts are told. What is left out stays; null means as at the start. */
export const setMaxThinkingTokens: Control = ({ agent }, request) => {
  const { engine } = agent
  const { max_thinking_tokens: tokens, thinking_display: display } = request
  const first = toThinkingChoice(agent.flags, agent.env)
  const { display: shown, ...amount } = engine.thinking()
  const next = toAmount(tokens, { first, amount })
  const wished = display === undefined ? shown : (display ?? first.display)
  const isKnown = wished === undefined || isDisplay(wished)
  const how = isKnown ? wished : shown
  engine.setThinking({ ...next, ...(how !== undefined && { display: how }) })
  if (!isKnown)
    throw new Error(
      wished === 'highlights'
        ? 'thinking_display highlights is for sessions that Anthropic hosts; the display stays as it was'
        : 'thinking_display must be summarized, omitted or null; the display stays as it was',
    )
  return {}
}

function toAmount(
  tokens: unknown,
  { first, amount }: { readonly first: ThinkingChoice; readonly amount: Omit<ThinkingChoice, 'display'> },
): Omit<ThinkingChoice, 'display'> {
  if (tokens === undefined) return amount
  if (tokens === null) {
    const { display: _display, ...start } = first
    return start
  }
  if (typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 0) return withBudget(tokens)
  throw new Error('set_max_thinking_tokens needs max_thinking_tokens, a whole number, 0 or null')
}

function isDisplay(value: unknown): value is ThinkingDisplay {
  return value === 'summarized' || value === 'omitted'
}

/** Settings for the rest of this session. Says what was applied, and of everything else why it was not. */
export const applyFlagSettings: Control = async (session, request) => {
  const wished = readObject(request, 'settings')
  const { fields, problems } = checkSettings(withoutNulls(wished), 'settings')
  const applied: string[] = []
  const ignored: Record<string, string> = Object.fromEntries(
    problems.map(({ what, whatToDo }) => [what.split(' ')[0] ?? '', `${what}; ${whatToDo}`]),
  )
  for (const [name, value] of Object.entries({ ...nullsOf(wished), ...fields })) {
    const appliers = toAppliers(session, name, value)
    if (appliers === null) ignored[name] = reasonFor(value)
    else
      for (const [path, apply] of Object.entries(appliers))
        try {
          await apply()
          applied.push(path)
        } catch (error) {
          ignored[path] = error instanceof Error ? error.message : String(error)
        }
  }
  return { applied, ignored }
}

type Appliers = Readonly<Record<string, () => unknown>>

/** What each part of a field does; null for a field that means nothing to a session that runs. */
function toAppliers(session: HeadlessSession, name: string, value: JsonValue | undefined): Appliers | null {
  switch (name) {
    case 'model':
      return { model: () => changeModel(session, typeof value === 'string' ? value : null) }
    case 'env':
      if (!isObject(value)) return null
      // `checkSettings` keeps texts only.
      return { env: () => session.agent.setVariables(value as Readonly<Record<string, string>>) }
    case 'permissions':
      return isObject(value) ? toPermissionAppliers(session, value as JsonObject) : null
    default:
      return null
  }
}

function toPermissionAppliers(session: HeadlessSession, permissions: JsonObject): Appliers {
  const { engine, cwd } = session.agent
  const update = (updates: readonly PermissionUpdate[]): void => engine.updatePermissions(updates)
  return Object.fromEntries(
    Object.entries(permissions).map(([name, value]): [string, () => unknown] => {
      const texts = Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
      switch (name) {
        case 'allow':
        case 'deny':
        case 'ask':
          return [`permissions.${name}`, () => update(texts.map(rule => toSessionRule(rule, name)))]
        case 'additionalDirectories': {
          const directories = texts.map(folder => resolve(cwd, folder))
          const change = { type: 'addDirectories', directories, destination: 'session' } as const
          return [`permissions.${name}`, () => update([change])]
        }
        case 'defaultMode':
          return [`permissions.${name}`, () => changePermissionMode(session, String(value))]
        default:
          return [
            `permissions.${name}`,
            () => {
              throw new Error(reasonFor(value))
            },
          ]
      }
    }),
  )
}

function toSessionRule(rule: string, behavior: 'allow' | 'deny' | 'ask'): PermissionUpdate {
  const update = toRulesUpdate(rule)
  return update.type === 'addRules' ? { ...update, behavior, destination: 'session' } : update
}

function reasonFor(value: JsonValue | undefined): string {
  return value === null
    ? 'what was set cannot be taken back while the session runs'
    : 'it means nothing to a session that runs; write it into a settings file for the next one'
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function nullsOf(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value === null))
}
