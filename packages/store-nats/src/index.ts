export { type NatsCareOptions, openStoreCare } from './care/store-care.ts'
export { hideSecrets, isStoreUrl } from './connection/server-address.ts'
export { type NatsStoreOptions, openNatsStore } from './nats-store.ts'
