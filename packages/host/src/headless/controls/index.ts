import type { JsonObject } from '@antiphon/contract'
import type { ControlSubtype } from '@antiphon/core/wire'
import { COMPATIBLE_VERSION, readVersion } from '../../version.ts'
import { mcpControls } from '../mcp/mcp-controls.ts'
import { applyFlagSettings, setMaxThinkingTokens, setModel, setPermissionMode } from './change-controls.ts'
import { type Control, type Controls, refuse } from './control.ts'
import {
  fileSuggestions,
  readFileControl,
  registerRepoRoot,
  rewindFiles,
  seedReadState,
} from './file-controls.ts'
import { getHooksListing } from './get-hooks-listing.ts'
import { initialize, reloadOutputStyles, reloadPlugins, reloadSkills, renameSession } from './initialize.ts'
import { listModels } from './list-models.ts'
import { peerEdit, presence } from './people-controls.ts'
import { getSettings, listPermissionRules, updateSettings } from './settings-controls.ts'
import { backgroundTasks, cancelAsyncMessage, getTaskOutput, interrupt, stopTask } from './task-controls.ts'
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
