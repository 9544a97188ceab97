/** How the model is to work from here on: plan, auto, effort, style. */
export type AnyModeAttachment =
  | PlanModeAttachment
  | PlanModeReentryAttachment
  | PlanModeExitAttachment
  | PlanFileReferenceAttachment
  | VerifyPlanReminderAttachment
  | AutoModeAttachment
  | AutoModeExitAttachment
  | UltraEffortEnterAttachment
  | UltraEffortExitAttachment
  | UltrathinkEffortAttachment
  | OutputStyleAttachment
  | OutputStyleInstructionsAttachment

/** The first reminder says all, the later ones say it briefly. */
export type ReminderType = 'full' | 'sparse' | (string & {})

export type PlanModeAttachment = {
  readonly type: 'plan_mode'
  readonly reminderType?: ReminderType
  readonly isSubAgent?: boolean
  readonly planFilePath?: string
  readonly planExists?: boolean
}

export type PlanModeReentryAttachment = {
  readonly type: 'plan_mode_reentry'
  readonly planFilePath?: string
}

export type PlanModeExitAttachment = {
  readonly type: 'plan_mode_exit'
  readonly planFilePath?: string
  readonly planExists?: boolean
}

/** The plan as it stood when the conversation was compacted. */
export type PlanFileReferenceAttachment = {
  readonly type: 'plan_file_reference'
  readonly planFilePath: string
  readonly planContent: string
}

export type VerifyPlanReminderAttachment = { readonly type: 'verify_plan_reminder' }

export type AutoModeAttachment = {
  readonly type: 'auto_mode'
  readonly reminderType?: ReminderType
  readonly autoModeConsentFlow?: boolean
  readonly bashFirst?: boolean
  readonly steerOnly?: boolean
  readonly bypass?: boolean
}

export type AutoModeExitAttachment = { readonly type: 'auto_mode_exit' }

export type UltraEffortEnterAttachment = {
  readonly type: 'ultra_effort_enter'
  readonly reminderType?: ReminderType
}

export type UltraEffortExitAttachment = { readonly type: 'ultra_effort_exit' }

export type UltrathinkEffortAttachment = { readonly type: 'ultrathink_effort'; readonly level?: string }

export type OutputStyleAttachment = { readonly type: 'output_style'; readonly style: string }

export type OutputStyleInstructionsAttachment = {
  readonly type: 'output_style_instructions'
  readonly style: { readonly name: string; readonly prompt: string }
}
