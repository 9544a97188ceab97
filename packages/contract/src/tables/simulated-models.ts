/** What the demo model calls itself in its answers, whatever model was asked for: a log says who answered. */
export const DEMO_MODEL = 'antiphon-demo'

/** What `antiphon simulate` calls a script or a recording that answers in a model's place. */
export const SIMULATOR_MODEL = 'antiphon-simulator'

/** True for what answers in a model's place and costs nothing. */
export function isSimulatedModel(model: string): boolean {
  return model === DEMO_MODEL || model === SIMULATOR_MODEL
}
