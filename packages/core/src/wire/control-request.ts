import type { ControlRequestFields } from './control-request-fields.ts'

/** Every question of the control protocol, with its subtype inside. */
export type ControlRequest = { readonly [S in ControlSubtype]: ControlRequestOf<S> }[ControlSubtype]

export type ControlSubtype = keyof ControlRequestFields

/** The question of one subtype. */
export type ControlRequestOf<S extends ControlSubtype> = { readonly subtype: S } & ControlRequestFields[S]

/** Which side asks: the program its host, the host the program, or either. */
export const CONTROL_DIRECTIONS: Readonly<Record<ControlSubtype, 'to-host' | 'to-program' | 'both'>> = {
  can_use_tool: 'to-host',
  hook_callback: 'to-host',
  elicitation: 'to-host',
  request_user_dialog: 'to-host',
  mcp_message: 'both',
  initialize: 'to-program',
  interrupt: 'to-program',
  set_permission_mode: 'to-program',
  set_model: 'to-program',
  set_max_thinking_tokens: 'to-program',
  rename_session: 'to-program',
  set_color: 'to-program',
  mcp_status: 'to-program',
  get_context_usage: 'to-program',
  get_session_cost: 'to-program',
  list_models: 'to-program',
  get_usage: 'to-program',
  get_binary_version: 'to-program',
  mcp_call: 'to-program',
  file_suggestions: 'to-program',
  rewind_files: 'to-program',
  cancel_async_message: 'to-program',
  read_file: 'to-program',
  seed_read_state: 'to-program',
  mcp_set_servers: 'to-program',
  register_repo_root: 'to-program',
  reload_plugins: 'to-program',
  reload_skills: 'to-program',
  reload_output_styles: 'to-program',
  mcp_reconnect: 'to-program',
  mcp_toggle: 'to-program',
  set_has_subscribers: 'to-program',
  stop_task: 'to-program',
  background_tasks: 'to-program',
  get_task_output: 'to-program',
  apply_flag_settings: 'to-program',
  get_settings: 'to-program',
  get_hooks_listing: 'to-program',
  update_settings: 'to-program',
  list_permission_rules: 'to-program',
  mcp_read_resource: 'to-program',
  presence: 'to-program',
  peer_edit: 'to-program',
}

/** True for a subtype of this version of the protocol; any other must be answered with an error. */
export function isControlSubtype(value: unknown): value is ControlSubtype {
  return typeof value === 'string' && Object.hasOwn(CONTROL_DIRECTIONS, value)
}
