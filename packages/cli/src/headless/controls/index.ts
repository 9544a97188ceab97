import { mcpControls } from '../mcp/mcp-controls.ts'
import type { Controls } from './control.ts'
import { fileControls } from './file-controls.ts'
import { settingControls } from './setting-controls.ts'
import { startControls } from './start-controls.ts'
import { turnControls } from './turn-controls.ts'

/** Every question that a host can ask here, by its subtype; any other is answered with an error. */
export const CONTROLS: Controls = {
  ...startControls,
  ...turnControls,
  ...settingControls,
  ...fileControls,
  ...mcpControls,
}
