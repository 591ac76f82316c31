def draw_curves(found): return ""
