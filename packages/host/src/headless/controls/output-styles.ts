/** The ways of writing that there are; no file adds any here. */
export const OUTPUT_STYLES: readonly ['default'] = ['default']
