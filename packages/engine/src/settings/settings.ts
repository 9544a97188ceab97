import type { JsonObject } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import type { HookEventName } from '@antiphon/core/wire'
import type { SandboxSettings } from '../sandbox/sandbox-settings.ts'

/** What the settings files of a person and a project say, put together. */
export type Settings = {
  readonly permissions: PermissionSettings
  readonly hooks: HookSettings
  readonly disableAllHooks: boolean
  /** Variables for everything that the agent starts. */
  readonly env: Readonly<Record<string, string>>
  readonly model?: string
  readonly outputStyle?: string
  /** Which servers of the project's `.mcp.json` may be started. */
  readonly enableAllProjectMcpServers: boolean
  readonly enabledMcpjsonServers: readonly string[]
  readonly disabledMcpjsonServers: readonly string[]
  /** What keeps commands in. */
  readonly sandbox: SandboxSettings
  /** Fields that this version does not know, as they came. */
  readonly other: JsonObject
}

export type PermissionSettings = {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly ask: readonly string[]
  readonly additionalDirectories: readonly string[]
  readonly defaultMode?: PermissionMode
}

/** Commands by the event at which they run. */
export type HookSettings = { readonly [E in HookEventName]?: readonly HookMatcher[] }

export type HookMatcher = {
  /** The tools, triggers or sources it is about; absent, empty or `*` for all. */
  readonly matcher?: string
  readonly hooks: readonly CommandHook[]
}

export type CommandHook = {
  readonly type: 'command'
  readonly command: string
  /** In seconds. */
  readonly timeout?: number
  readonly statusMessage?: string
}

/** Something in a settings file that was left out, for a person who can mend it. */
export type SettingsProblem = {
  readonly file: string
  /** What is wrong, with the field that it is about. */
  readonly what: string
  readonly whatToDo: string
}

/** Where settings come from, the weakest first. */
export const SETTING_SOURCES = ['user', 'project', 'local', 'flag'] as const

export type SettingSource = (typeof SETTING_SOURCES)[number]
