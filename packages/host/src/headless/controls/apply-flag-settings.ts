import { resolve } from 'node:path'
import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { checkSettings, toRulesUpdate } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import { changePermissionMode } from './change-permission-mode.ts'
import { type Control, readObject } from './control.ts'
import { changeModel } from './set-model.ts'

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
