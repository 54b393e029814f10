;; What the table model spends its time with, several numbers at a time. The caller's memory holds everything; places
;; are in bytes.
(module
  (import "kernel" "memory" (memory 1))

  (func $sum (param $four v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
      (f32.add (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four)))))

  ;; out[unit] = the product of x and row `unit` of w. Units and columns come in fours: x is held against four rows of w
  ;; at once, so that what is loaded is used again.
  (func (export "multiply")
    (param $x i32) (param $w i32) (param $out i32) (param $columns i32) (param $units i32)
    (local $unit i32) (local $column i32) (local $width i32)
    (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32) (local $at i32) (local $four v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $width (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $w0 (local.get $w))
    (local.set $at (local.get $out))
    (loop $units_left
      (local.set $w1 (i32.add (local.get $w0) (local.get $width)))
      (local.set $w2 (i32.add (local.get $w1) (local.get $width)))
      (local.set $w3 (i32.add (local.get $w2) (local.get $width)))
      (local.set $a0 (v128.const f32x4 0 0 0 0))
      (local.set $a1 (v128.const f32x4 0 0 0 0))
      (local.set $a2 (v128.const f32x4 0 0 0 0))
      (local.set $a3 (v128.const f32x4 0 0 0 0))
      (local.set $column (i32.const 0))
      (loop $columns_left
        (local.set $four (v128.load (i32.add (local.get $x) (local.get $column))))
        (local.set $a0 (f32x4.add (local.get $a0)
          (f32x4.mul (local.get $four) (v128.load (i32.add (local.get $w0) (local.get $column))))))
        (local.set $a1 (f32x4.add (local.get $a1)
          (f32x4.mul (local.get $four) (v128.load (i32.add (local.get $w1) (local.get $column))))))
        (local.set $a2 (f32x4.add (local.get $a2)
          (f32x4.mul (local.get $four) (v128.load (i32.add (local.get $w2) (local.get $column))))))
        (local.set $a3 (f32x4.add (local.get $a3)
          (f32x4.mul (local.get $four) (v128.load (i32.add (local.get $w3) (local.get $column))))))
        (local.set $column (i32.add (local.get $column) (i32.const 16)))
        (br_if $columns_left (i32.lt_u (local.get $column) (local.get $width))))
      (f32.store (local.get $at) (call $sum (local.get $a0)))
      (f32.store offset=4 (local.get $at) (call $sum (local.get $a1)))
      (f32.store offset=8 (local.get $at) (call $sum (local.get $a2)))
      (f32.store offset=12 (local.get $at) (call $sum (local.get $a3)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $w0 (i32.add (local.get $w3) (local.get $width)))
      (local.set $unit (i32.add (local.get $unit) (i32.const 4)))
      (br_if $units_left (i32.lt_u (local.get $unit) (local.get $units))))))
