// `stretto`: a panel in this process, and the clients of a service.
export {
  createEdgeClient,
  createLocalClient,
  type EdgeClient,
  type LocalClient,
  StrettoApiError,
  StrettoConnectionError,
} from '../client/index.ts'
export {
  type AskModel,
  createPanel,
  ModelFailure,
  type Panel,
  type PanelOptions,
  StrettoError,
} from './engine.ts'
