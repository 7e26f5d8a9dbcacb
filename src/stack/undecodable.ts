/** Key of the object that stands for a payload which could not be decoded; its value says why (A7). */
export const UNDECODABLE = '$stackwright/undecodable';
