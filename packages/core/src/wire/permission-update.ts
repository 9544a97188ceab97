import type { PermissionMode } from '../message/permission-mode.ts'

/** A change of the permission rules, as a program suggests it and a host grants it. */
export type PermissionUpdate =
  | PermissionRulesUpdate
  | {
      readonly type: 'setMode'
      readonly mode: PermissionMode
      readonly destination: PermissionUpdateDestination
    }
  | {
      readonly type: 'addDirectories' | 'removeDirectories'
      readonly directories: readonly string[]
      readonly destination: PermissionUpdateDestination
    }

export type PermissionRulesUpdate = {
  readonly type: 'addRules' | 'replaceRules' | 'removeRules'
  readonly rules: readonly { readonly toolName: string; readonly ruleContent?: string }[]
  readonly behavior: 'allow' | 'deny' | 'ask'
  readonly destination: PermissionUpdateDestination
}

export type PermissionUpdateDestination =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'session'
  | 'cliArg'
