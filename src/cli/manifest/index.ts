export { applyManifest, type AppliedManifest } from './apply-manifest';
export { planApply, type ApplyPlan, type NamespaceChoice } from './plan-apply';
export { readManifest } from './read-manifest';
