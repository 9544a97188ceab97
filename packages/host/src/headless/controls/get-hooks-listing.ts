import { isObject, type JsonObject } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import type { HookEventName } from '@antiphon/core/wire'
import { type HookSettings, hookSubject } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import type { Control } from './control.ts'
import { readSettingLayers, type SettingLayer, toWireErrors } from './settings-controls.ts'

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

/** When the hooks of each event run, in the order of a session. */
const HOOK_SUMMARIES: Readonly<Record<HookEventName, string>> = {
  Setup: 'When the program is set up',
  SessionStart: 'When a session begins or goes on',
  InstructionsLoaded: 'When instructions of a file were read',
  UserPromptSubmit: 'When a person sends a prompt',
  UserPromptExpansion: 'When a command becomes a prompt',
  PreToolUse: 'Before a call',
  PermissionRequest: 'Before somebody is asked about a call',
  PermissionDenied: 'After a call was refused',
  PostToolUse: 'After a call',
  PostToolUseFailure: 'After a call that failed',
  PostToolBatch: 'After the calls of one answer',
  Notification: 'When a person has to know something',
  Elicitation: 'When a server asks the person',
  ElicitationResult: 'When a person has answered a server',
  SubagentStart: 'When a subagent begins',
  SubagentStop: 'When a subagent ends',
  TaskCreated: 'When a task is created',
  TaskCompleted: 'When a task is completed',
  TeammateIdle: 'When a teammate has nothing to do',
  PreCompact: 'Before a compaction',
  PostCompact: 'After a compaction',
  PreModelSwitch: 'Before another model is used',
  PostModelSwitch: 'After another model was chosen',
  ConfigChange: 'When settings change',
  CwdChanged: 'When the working directory changes',
  FileChanged: 'When a file changes',
  DirectoryAdded: 'When a folder is added',
  WorktreeCreate: 'When a worktree is created',
  WorktreeRemove: 'When a worktree is removed',
  MessageDisplay: 'When a message is shown',
  Stop: 'When the model has finished its answer',
  StopFailure: 'When a turn ends with an error',
  SessionEnd: 'When a session ends',
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
