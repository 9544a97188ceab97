import { isObject, type JsonObject } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import type { HookEventName } from '@antiphon/core/wire'
import { type HookSettings, hookSubject } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import type { Control } from './control.ts'
import { HOOK_SUMMARIES } from './hook-summaries.ts'
import { readSettingLayers, type SettingLayer, toWireErrors } from './read-setting-layers.ts'

/** The hooks of settings files and of the host, in the order of a session. */
export const getHooksListing: Control = async session => {
  const { agent } = session
  const layers = await readSettingLayers(agent)
  const hooks = EVENTS.flatMap(event => listHooks(event, session, layers))
  const catalog = EVENTS.map(describeEvent)
  const errors = toWireErrors(layers)
  return {
    events: catalog
      .map(event => ({ ...event, hookCount: hooks.filter(hook => hook.event === event.name).length }))
      .filter(({ hookCount }) => hookCount > 0),
    hooks,
    eventCatalog: catalog,
    policy: {
      disabledByPolicy: false,
      managedOnly: false,
      pluginOnly: false,
      allDisabled: agent.settings.disableAllHooks,
      policyHookCount: 0,
    },
    ...(errors.length > 0 && { errors }),
  }
}

// The record has every event.
const EVENTS = Object.keys(HOOK_SUMMARIES) as readonly HookEventName[]

function describeEvent(name: HookEventName): {
  readonly name: string
  readonly summary: string
  readonly supportsMatcher: boolean
} {
  return { name, summary: HOOK_SUMMARIES[name], supportsMatcher: hookSubject(name, {}) !== null }
}

function listHooks(
  event: HookEventName,
  session: HeadlessSession,
  layers: readonly SettingLayer[],
): readonly JsonObject[] {
  const isOff = session.agent.settings.disableAllHooks
  return [
    ...layers.flatMap(layer =>
      listCommands(event, layer).map(hook => (isOff ? { ...hook, disabled: true } : hook)),
    ),
    ...listCallbacks(event, session),
  ]
}

function listCommands(event: HookEventName, { source, settings }: SettingLayer): readonly JsonObject[] {
  // The layer was checked when it was read.
  const matchers = ((settings.hooks ?? {}) as unknown as HookSettings)[event] ?? []
  return matchers.flatMap(({ matcher = '', hooks }) =>
    hooks.map(({ command, timeout, statusMessage }) => ({
      event,
      matcher: stripControl(matcher),
      source,
      sourceLabel: SOURCE_LABELS[source],
      type: 'command',
      displayText: stripControl(statusMessage ?? command),
      commandText: stripControl(command),
      contentLabel: 'Command',
      ...(timeout !== undefined && { timeout }),
      ...(statusMessage !== undefined && { statusMessage: stripControl(statusMessage) }),
    })),
  )
}

const SOURCE_LABELS: Readonly<Record<SettingLayer['source'], string>> = {
  userSettings: "The person's settings",
  projectSettings: "The project's settings",
  localSettings: "The person's settings for this project",
  flagSettings: '--settings',
}

function listCallbacks(event: HookEventName, { initialize }: HeadlessSession): readonly JsonObject[] {
  const registered = isObject(initialize?.hooks) ? initialize.hooks[event] : undefined
  if (!Array.isArray(registered)) return []
  return registered.filter(isObject).flatMap(({ matcher, hookCallbackIds }) => {
    const ids: readonly unknown[] = Array.isArray(hookCallbackIds) ? hookCallbackIds : []
    return ids.map(id => ({
      event,
      matcher: typeof matcher === 'string' ? stripControl(matcher) : '',
      source: 'sessionHook',
      sourceLabel: 'The host',
      type: 'callback',
      displayText: stripControl(String(id)),
      commandText: stripControl(String(id)),
      contentLabel: 'Callback',
    }))
  })
}
