/** How far an agent may act without asking; `auto` and `dontAsk` came with newer versions. */
export type PermissionMode = (typeof PERMISSION_MODES)[number]

/** Every permission mode. */
export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
  'auto',
] as const

/** True for a mode that is known here. */
export function isPermissionMode(value: unknown): value is PermissionMode {
  return PERMISSION_MODES.some(mode => mode === value)
}
