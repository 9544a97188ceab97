/** How far an agent may act without asking; `auto` and `dontAsk` came with newer versions. */
export type PermissionMode = 'default' | 'acceptEdits' | 'bypassPermissions' | 'plan' | 'auto' | 'dontAsk'
