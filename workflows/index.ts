export { stack } from './stack';
