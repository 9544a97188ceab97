import type { JsonObject } from '@antiphon/contract'
import type { ControlSubtype } from '@antiphon/core/wire'
import { COMPATIBLE_VERSION, readVersion } from '../../version.ts'
import { mcpControls } from '../mcp/mcp-controls.ts'
import { applyFlagSettings } from './apply-flag-settings.ts'
import { setPermissionMode } from './change-permission-mode.ts'
import { type Control, type Controls, refuse } from './control.ts'
import { fileSuggestions } from './file-suggestions.ts'
import { getHooksListing } from './get-hooks-listing.ts'
import { getSettings } from './get-settings.ts'
import { initialize } from './initialize.ts'
import { cancelAsyncMessage, interrupt } from './interrupt.ts'
import { listModels } from './list-models.ts'
import { listPermissionRules } from './list-permission-rules.ts'
import { peerEdit, presence } from './people-controls.ts'
import { readFileControl } from './read-file.ts'
import { registerRepoRoot } from './register-repo-root.ts'
import { reloadOutputStyles, reloadPlugins, reloadSkills } from './reload-controls.ts'
import { renameSession } from './rename-session.ts'
import { rewindFiles } from './rewind-files.ts'
import { seedReadState } from './seed-read-state.ts'
import { setMaxThinkingTokens } from './set-max-thinking-tokens.ts'
import { setModel } from './set-model.ts'
import { backgroundTasks, getTaskOutput, stopTask } from './task-controls.ts'
import { updateSettings } from './update-settings.ts'
import { getContextUsage, getSessionCost, getUsage } from './usage-controls.ts'

/** Questions that only a program asks its host. */
type ToHost = 'can_use_tool' | 'hook_callback' | 'elicitation' | 'request_user_dialog'

type OwnSubtype = Exclude<ControlSubtype, ToHost | `mcp_${string}`>

const OWN_CONTROLS = {
  initialize,
  get_binary_version: () => ({ version: COMPATIBLE_VERSION, name: 'antiphon', own_version: readVersion() }),
  // They are JSON.
  list_models: ({ agent }) => ({ models: listModels(agent.model) as unknown as JsonObject[] }),
  interrupt,
  cancel_async_message: cancelAsyncMessage,
  set_permission_mode: setPermissionMode,
  set_model: setModel,
  set_max_thinking_tokens: setMaxThinkingTokens,
  rename_session: renameSession,
  set_color: refuse('a session has no colour, and nothing would show one'),
  get_context_usage: getContextUsage,
  get_session_cost: getSessionCost,
  get_usage: getUsage,
  file_suggestions: fileSuggestions,
  rewind_files: rewindFiles,
  read_file: readFileControl,
  seed_read_state: seedReadState,
  register_repo_root: registerRepoRoot,
  reload_plugins: reloadPlugins,
  reload_skills: reloadSkills,
  reload_output_styles: reloadOutputStyles,
  // Lines are held back for nobody, so that there is nothing to change.
  set_has_subscribers: () => ({}),
  stop_task: stopTask,
  background_tasks: backgroundTasks,
  get_task_output: getTaskOutput,
  apply_flag_settings: applyFlagSettings,
  get_settings: getSettings,
  get_hooks_listing: getHooksListing,
  update_settings: updateSettings,
  list_permission_rules: listPermissionRules,
  presence,
  peer_edit: peerEdit,
} satisfies Readonly<Record<OwnSubtype, Control>>

/** Every question that a host can ask here, by its subtype; any other is answered with an error. */
export const CONTROLS: Controls = { ...OWN_CONTROLS, ...mcpControls }
